import type { TestProject } from 'vitest/node'
import { startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL for the tests; nothing where none is installed. */
    readonly postgres: string | undefined
  }
}

let running: TestPostgres | undefined

/** One PostgreSQL for all tests, each of which makes a place of its own in it. */
export async function setup(project: TestProject): Promise<void> {
  running = await startPostgres()
  project.provide('postgres', running?.url)
  if (!running) process.stdout.write('No PostgreSQL: what needs one is skipped. Debian has it as "postgresql".\n')
}

export const teardown = async (): Promise<void> => running?.remove()
