import type { Row } from './row.ts'

/** Measures; `isWanted` if the part was requested by name. */
type Part = (isWanted: boolean) => Promise<readonly Row[]>

/** Each is imported when it runs, so that its code does not count in the memory that another measures. */
export const parts: Readonly<Record<string, Part>> = {
  bytes: async () => (await import('./bytes.ts')).bytes(),
  cards: async () => (await import('./cards.ts')).cards(),
  rows: async () => (await import('./rows-on-screen.ts')).rowsOnScreen(),
  board: async () => (await import('./board.ts')).board(),
  durable: async () => (await import('./durable.ts')).durable(),
  servers: async () => (await import('./several-servers.ts')).severalServers(),
  streams: async () => (await import('./streams.ts')).streamsTold(),
  reads: async () => (await import('./reads.ts')).proxiedReads(),
  footprint: async () => (await import('./footprint.ts')).footprint(),
  catalog: async () => (await import('./catalog-walk.ts')).catalog(),
  'catalog-screen': async () => (await import('./catalog-screen.ts')).catalogScreen(),
  lighthouse: async (isWanted) => (await import('./lighthouse.ts')).lighthouse(isWanted),
}
