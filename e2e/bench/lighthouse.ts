import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { buildIfStale } from '#build/build-if-stale.ts'
import { practice } from '#contract/desk/practice.ts'
import { chromiumPath } from '../chromium.ts'
import { startDesk } from '../desk-process.ts'
import type { Row } from './row.ts'
import { median } from './spread.ts'

const version = '13.5.0'
/** Outside the tree, and no dependency of the project: 114 packages, 165 MB, for three numbers. */
const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), `vendor-desk-lighthouse-${version}`)
const command = join(folder, 'node_modules/lighthouse/cli/index.js')

const runs = 5
/** It waits until nothing is under way, which never is so on a page that hears of orders; what comes late is there by then. */
const loadLimitMs = 15_000
/** The goals of the board, of 100. */
const goals = { performance: 97, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof goals
const categories = Object.keys(goals) as readonly Category[] // The keys of a constant.

interface Audit {
  readonly id: string
  readonly title: string
  readonly score: number | null
  readonly scoreDisplayMode: string
  readonly numericValue?: number
}

interface Report {
  readonly categories: Readonly<Record<Category, { readonly score: number; readonly auditRefs: { id: string }[] }>>
  readonly audits: Readonly<Record<string, Audit>>
}

/**
 * Lighthouse on the board of the practice store, on an order, and on one of many lines, as on a phone. Installed on
 * request: `--only lighthouse`.
 */
export async function lighthouse(): Promise<readonly Row[]> {
  if (!existsSync(command) && !process.argv.includes('lighthouse')) {
    console.error(`Lighthouse ${version} is not installed: npm run bench -- --only lighthouse puts it into ${folder}`)
    return []
  }
  install()
  await buildIfStale(fileURLToPath(new URL('../../dist/', import.meta.url)))
  const desk = await startDesk({ LOG_LEVEL: 'warn' })
  try {
    for (const kind of ['ordinary', 'ordinary', 'digital', 'ordinary']) await placeOrder(desk.url, kind)
    const [order, largeOrder] = [await placeOrder(desk.url, 'ordinary'), await placeOrder(desk.url, 'large')]
    return [
      ...rowsOf('board', desk.url),
      ...rowsOf('order', `${desk.url}/orders/${order}`),
      ...rowsOf('large order', `${desk.url}/orders/${largeOrder}`),
    ]
  } finally {
    await desk.stop()
  }
}

function rowsOf(screen: string, url: string): readonly Row[] {
  const reports = Array.from({ length: runs }, (_, run) => {
    const report = measure(url)
    const score = Math.round(report.categories.performance.score * 100)
    // Beside the table, not in it.
    console.error(`${screen}, ${run + 1} of ${runs}: performance ${score}, blocked ${Math.round(blockedMs(report))} ms`)
    return report
  })
  say(reports)
  const row = (name: string, unit: string, values: readonly number[], goal: number): Row => ({
    name: `Lighthouse on the ${screen}, ${name}`,
    unit,
    value: median(values),
    peer: 'the goal',
    peerValue: goal,
  })
  return [
    ...categories.map((category) => {
      const scores = reports.map((report) => report.categories[category].score * 100)
      return row(category, 'of 100', scores, goals[category])
    }),
    row('blocked', 'ms', reports.map(blockedMs), 75),
  ]
}

const blockedMs = ({ audits }: Report): number => audits['total-blocking-time']?.numericValue ?? Number.NaN

function install(): void {
  if (existsSync(command)) return
  console.error(`Installing Lighthouse ${version} into ${folder} …`)
  mkdirSync(folder, { recursive: true })
  const words = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', [...words, `lighthouse@${version}`], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Lighthouse could not be installed:\n${stderr}`)
}

/** @returns its id. */
async function placeOrder(url: string, kind: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: url }
  const answer = await fetch(`${url}/practice/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ kind }),
  })
  if (!answer.ok) throw new Error(`The practice store takes no order: ${answer.status}`)
  return z.parse(practice.placeOrder.answer, await answer.json()).data.id
}

/** On a busy machine a recording may fail: it is then made again, twice at most. */
function measure(url: string, tries = 3): Report {
  const only = `--only-categories=${categories.join(',')}`
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, url, '--output=json', '--quiet', `--max-wait-for-load=${loadLimitMs}`, only, flags],
    {
      encoding: 'utf8',
      env: { ...process.env, CHROME_PATH: chromiumPath() },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  if (status !== 0 && tries > 1) return measure(url, tries - 1)
  if (status !== 0) throw new Error(`Lighthouse failed:\n${stderr}`)
  return JSON.parse(stdout) as Report
}

/** What kept the last run from a full score. */
function say(reports: readonly Report[]): void {
  const last = reports.at(-1)
  for (const category of categories)
    for (const { id } of last?.categories[category].auditRefs ?? []) {
      const audit = last?.audits[id]
      if (audit && audit.score !== null && audit.score < 1 && audit.scoreDisplayMode !== 'informative')
        console.error(`${category}: ${audit.title} (${audit.score})`)
    }
}
