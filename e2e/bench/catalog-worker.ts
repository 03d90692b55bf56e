import { parentPort, workerData } from 'node:worker_threads'
import { serveCatalog, type CatalogFile } from '#server/node/catalog/catalog-served.ts'
import { hurriedClock } from './hurried-clock.ts'

// The catalog's thread as in a desk, except for its clock.
if (parentPort) serveCatalog(parentPort, workerData as CatalogFile, hurriedClock()) // As the desk passes it.
