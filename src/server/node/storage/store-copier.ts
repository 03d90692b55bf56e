import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

// A worker, because copying a large database takes longer than a tablet may wait. Its own connection reads a snapshot
// and blocks nobody.

const { from, to } = workerData as { readonly from: string; readonly to: string } // as store-copies.ts hands it in
const database = new DatabaseSync(from, { readOnly: true, timeout: 1000 })
try {
  database.prepare('vacuum into ?').run(to)
} finally {
  database.close()
}
