import { parentPort, workerData } from 'node:worker_threads'
import { machineClock } from '#server/node/machine-clock.ts'
import { serveCatalog, type CatalogFile } from './catalog-served.ts'

// The catalog in a thread of its own: whatever it has to do, an order's webhook waits for none of it.
if (parentPort) serveCatalog(parentPort, workerData as CatalogFile, machineClock) // as `catalog-thread.ts` gave it
