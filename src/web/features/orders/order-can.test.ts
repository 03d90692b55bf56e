import { expect, test } from 'vitest'
import type { Action } from '#contract/desk/action.ts'
import type { Lane } from '#contract/desk/inbox.ts'
import { hindrance } from './order-can.ts'

// surface: accept until the order is answered, reject until it is ready or closed, ready by `can_mark_as_ready` alone.
const may: Readonly<Record<Lane, readonly Action[]>> = {
  answer: ['accept', 'reject'],
  contact: ['reject'],
  preparing: ['reject', 'ready'],
  ready: [],
  other: ['accept', 'reject'],
  closed: [],
}

test.each(Object.entries(may) as [Lane, readonly Action[]][])(
  'offers the possible actions in the lane %s',
  (lane, actions) => {
    const offered = (['accept', 'reject', 'ready'] as const).filter((action) => hindrance(action, lane) === undefined)
    expect(offered).toEqual(actions)
  },
)
