import { notify } from '#client/notices/notices.ts'
import { readName } from '#contract/desk/people.ts'
import type { Say } from '#words/words.tsx'

/** Says which name a tablet got, where another one had the name that was typed. */
export function tellOtherName(say: Say, typed: string, name: string): void {
  if (readName(typed) !== name) notify(say('people.otherName', { name }))
}
