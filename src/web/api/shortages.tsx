import type { Shortage } from '#contract/desk/shortages.ts'
import { type Board, boardQuery } from '#web/api/board.ts'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'

const none: readonly Shortage[] = []
const shortagesOf = ({ meta }: Board): readonly Shortage[] => meta.shortages ?? none

const Shortages = createContext(none)

/** Hands the board's shortages to every line of the page, so that hundreds of lines need not watch the board each. */
export function ShortagesProvider({ children }: { readonly children: ReactNode }) {
  // Whoever shows the board reads it.
  const { data = none } = useQuery({ ...boardQuery(), enabled: false, select: shortagesOf })
  return <Shortages value={data}>{children}</Shortages>
}

/** The products that are out today, the latest first. `shortageOf` compares them with a line. */
export const useShortages = (): readonly Shortage[] => useContext(Shortages)
