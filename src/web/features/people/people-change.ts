import { useChange } from '#web/manage/change.tsx'

// Apart from the queries, which the counter needs for a sign-in.

/** A change to tablets or people, which are refetched afterwards. */
export const usePeopleChange = <Input>(change: (input: Input) => Promise<unknown>, onDone: () => void) =>
  useChange(change, [['people']], onDone)
