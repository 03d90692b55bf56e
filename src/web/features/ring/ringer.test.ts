import { expect, test } from 'vitest'
import type { NotificationText } from './tablet/notification.ts'
import { createRinger, type Situation } from './ringer.ts'

const text = { title: '1 order waits', body: 'Tap' }
const calm = { waiting: 1, urgency: 'calm', nextChangeAt: undefined } as const
const quiet: Situation = { now: 0, ring: undefined, isLost: false, isHidden: false, text: undefined }

function setUp() {
  const heard: string[] = []
  const notices: (NotificationText | undefined)[] = []
  const ringer = createRinger(
    { ring: (urgency) => heard.push(urgency), lost: () => heard.push('lost') },
    { want: (wanted) => notices.push(wanted) },
  )
  /** Beats every half second and records each sound with its second. */
  function listen(seconds: number, situation: Partial<Situation>, from = 0) {
    const log: string[] = []
    for (let now = from * 1000; now < (from + seconds) * 1000; now += 500) {
      heard.length = 0
      ringer.beat({ ...quiet, ...situation, now })
      log.push(...heard.map((sound) => `${now / 1000} ${sound}`))
    }
    return log
  }
  return { listen, notices }
}

test('is silent without waiting orders', () => {
  expect(setUp().listen(60, {})).toEqual([])
})

test('rings at once, and faster as time runs out', () => {
  const { listen } = setUp()
  expect(listen(7, { ring: calm })).toEqual(['0 calm', '3 calm', '6 calm'])
  expect(listen(4, { ring: { ...calm, urgency: 'amber' } }, 7)).toEqual(['8 amber', '10 amber'])
  expect(listen(3, { ring: { ...calm, urgency: 'red' } }, 11)).toEqual(['11 red', '12 red', '13 red'])
})

test('starts a new ring at once, even right after an old one', () => {
  const { listen } = setUp()
  listen(1, { ring: calm })
  listen(0.5, {}, 1)
  expect(listen(1, { ring: calm }, 1.5)).toEqual(['1.5 calm'])
})

test('plays the lost tone for a lost connection, also while orders ring', () => {
  const { listen } = setUp()
  expect(listen(13, { isLost: true })).toEqual(['0 lost', '6 lost', '12 lost'])
  expect(setUp().listen(7, { isLost: true, ring: calm })).toEqual([
    '0 lost',
    '0.5 calm',
    '3.5 calm',
    '6 lost',
    '6.5 calm',
  ])
})

test('rings on when the clock is set back', () => {
  const { listen } = setUp()
  listen(1, { ring: calm }, 5000)
  expect(listen(1, { ring: calm }, 100)).toEqual(['100 calm'])
})

test('shows a notification on a hidden page while it rings', () => {
  const { listen, notices } = setUp()
  listen(0.5, { ring: calm, text })
  listen(0.5, { ring: calm, text, isHidden: true })
  listen(0.5, { isHidden: true })
  listen(0.5, { ring: calm, text, isHidden: true })
  listen(0.5, { ring: calm, text })
  expect(notices).toEqual([undefined, text, undefined, text, undefined])
})
