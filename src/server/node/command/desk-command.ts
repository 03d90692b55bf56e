import { allowSlowHandshakes } from '#server/node/outbound/upstream.ts'
import { runDesk } from './desk-run.ts'

// `npm run -s desk -- …`: manages access and copies the store; runs beside a server, on its database.

// A reader that stops early, such as `head`, is no error.
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
