import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs `npm run -s desk -- …` beside a running desk, as its operator does. @returns its output. */
export function runDeskCommand(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  input = '',
): string {
  const { PATH = '', HOME = '' } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/node/command/desk-command.ts', ...args], {
    cwd: root,
    env: { PATH, HOME, ...environment },
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`desk ${args.join(' ')}: ${stderr}`)
  return stdout
}
