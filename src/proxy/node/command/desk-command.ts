import { runDesk } from './desk-run.ts'

// `npm run -s desk -- …`: who may come in, and a copy of what is kept; beside a running server, on its database.

process.exitCode = await runDesk(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  input: process.stdin,
  prompts: process.stderr,
})
