import { allowSlowHandshakes } from '#server/node/outbound/upstream.ts'
import { runDesk } from './desk-run.ts'

// `npm run -s desk -- …`: who may come in, and a copy of what is kept; beside a running server, on its database.

// Whoever reads no further, as `head` does, is no mistake.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
allowSlowHandshakes()
process.exitCode = await runDesk(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  input: process.stdin,
  prompts: process.stderr,
})
