import { parentPort, workerData } from 'node:worker_threads'
import { machineClock } from '#server/node/machine.ts'
import { serveCatalog, type CatalogFile } from './catalog-served.ts'

// The catalog's thread: its work must not delay an order's webhook.
if (parentPort) serveCatalog(parentPort, workerData as CatalogFile, machineClock) // as `catalog-thread.ts` gave it
