import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { Failure } from '#web/api/http/failure.ts'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useChange } from './change.tsx'

/** A change whose answers the test gives. */
function open() {
  const queries = createQueryClient()
  const sent: string[] = []
  const answers: PromiseWithResolvers<string>[] = []
  const done = vi.fn<(name: string) => void>()
  const change = (name: string) => {
    sent.push(name)
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  }
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useChange(change, [['printers']], done), { wrapper })
  return { queries, sent, answers, done, result }
}

test('sends once for presses in quick succession, and again after the answer', async () => {
  const { sent, answers, done, result } = open()
  const press = () => act(() => result.current.mutate('Kitchen'))
  press()
  press()
  await waitFor(() => expect(sent).toEqual(['Kitchen']))
  answers[0]?.reject(new Failure('no_contact', 'No answer.'))
  await waitFor(() => expect(result.current.error).toBeInstanceOf(Failure))
  press()
  await waitFor(() => expect(sent).toEqual(['Kitchen', 'Kitchen']))
  answers[1]?.resolve('printer')
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  expect(done).toHaveBeenCalledOnce()
})

test('shows the outcome of what is under way although the form is typed into, and forgets it then', async () => {
  const { answers, result } = open()
  act(() => result.current.mutate('Kitchen'))
  act(() => result.current.reset())
  await waitFor(() => expect(result.current.isPending).toBe(true))
  answers[0]?.reject(new Failure('name_taken', 'Another printer has this name.'))
  await waitFor(() => expect(result.current.error).toBeInstanceOf(Failure))
  act(() => result.current.reset())
  await waitFor(() => expect(result.current.error).toBeNull())
})

test('makes what it may have changed and the session outdated, and keeps nothing that was sent', async () => {
  const { queries, answers, result } = open()
  const outdated = [['printers', 'list'], sessionQuery().queryKey]
  for (const queryKey of outdated) queries.setQueryData(queryKey, {})
  act(() => result.current.mutate('Kitchen'))
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.resolve('printer')
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  for (const queryKey of outdated) expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
  act(() => result.current.reset())
  await waitFor(() => expect(queries.getMutationCache().getAll()).toEqual([]))
})
