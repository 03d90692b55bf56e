import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** `npm run -s desk -- …` beside a running desk, as whoever runs the shop would type it. @returns what it printed. */
export function runDeskCommand(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
  input = '',
): string {
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['src/server/node/command/desk-command.ts', ...words],
    {
      cwd: root,
      env: { PATH, HOME, ...environment },
      input,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`desk ${words.join(' ')}: ${stderr}`)
  return stdout
}
