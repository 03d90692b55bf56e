import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { buildIfStale } from '#build/build-if-stale.ts'
import { practice } from '#contract/desk/practice.ts'
import { chromiumPath } from '../chromium.ts'
import { startDesk } from '../desk-process.ts'
import { startFloorPage } from './floor-page.ts'
import type { Row } from './row.ts'
import { median } from './spread.ts'

const version = '13.5.0'
/** Outside the repository and no dependency of the project, because it is 114 packages and 165 MB for three numbers. */
const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), `vendor-desk-lighthouse-${version}`)
const command = join(folder, 'node_modules/lighthouse/cli/index.js')

const runs = 5
/** It waits for an idle network, which a page with a feed never has; late content is there by then. */
const loadLimitMs = 15_000
const runLimitMs = 120_000
/** The goals of the board, of 100. */
const goals = { performance: 97, accessibility: 100, 'best-practices': 100 } as const
const blockedGoalMs = 75
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
 * Lighthouse on the practice store's board, on an order and on a long order, as on a phone, beside the goals and an
 * empty page of the same stack. Installed on request: `--only lighthouse`.
 */
export async function lighthouse(mayInstall: boolean): Promise<readonly Row[]> {
  if (!existsSync(command) && !mayInstall) {
    console.error(`Lighthouse ${version} is not installed: npm run bench -- --only lighthouse puts it into ${folder}`)
    return []
  }
  install()
  await buildIfStale(fileURLToPath(new URL('../../dist/', import.meta.url)))
  const desk = await startDesk({ LOG_LEVEL: 'warn' })
  const floorPage = await startFloorPage()
  try {
    for (const kind of ['ordinary', 'ordinary', 'digital', 'ordinary']) await placeOrder(desk.url, kind)
    const [order, largeOrder] = [await placeOrder(desk.url, 'ordinary'), await placeOrder(desk.url, 'large')]
    const screens = {
      'an empty page of the same stack': floorPage.url,
      board: desk.url,
      order: `${desk.url}/orders/${order}`,
      'large order': `${desk.url}/orders/${largeOrder}`,
    }
    const all: Figures[] = []
    for (const [screen, url] of Object.entries(screens)) all.push(await figuresOf(screen, url))
    const [floor, ...ours] = all
    return floor ? ours.flatMap((figures) => rowsOf(figures, floor)) : []
  } finally {
    await Promise.all([desk.stop(), floorPage.stop()])
  }
}

interface Figures {
  readonly screen: string
  /** Medians, of 100. */
  readonly scores: Readonly<Record<Category, number>>
  /** The median, in ms. */
  readonly blocked: number
}

async function figuresOf(screen: string, url: string): Promise<Figures> {
  const reports: Report[] = []
  for (let run = 1; run <= runs; run += 1) {
    const report = await measure(url)
    const score = Math.round(report.categories.performance.score * 100)
    // On standard error, because standard output has the table.
    console.error(`${screen}, ${run} of ${runs}: performance ${score}, blocked ${Math.round(blockedMs(report))} ms`)
    reports.push(report)
  }
  say(reports)
  const scoreOf = (category: Category) => median(reports.map(({ categories: { [category]: of } }) => of.score * 100))
  const scores = {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
  }
  return { screen, scores, blocked: median(reports.map(blockedMs)) }
}

function rowsOf({ screen, scores, blocked }: Figures, floor: Figures): readonly Row[] {
  const row = (name: string, unit: string, value: number, peer: string, peerValue: number): Row => ({
    name: `Lighthouse on the ${screen}, ${name}`,
    unit,
    value,
    peer,
    peerValue,
  })
  const scored = (category: Category) => row(category, 'of 100', scores[category], 'the goal', goals[category])
  return [
    ...categories.map(scored),
    row('performance', 'of 100', scores.performance, floor.screen, floor.scores.performance),
    row('blocked', 'ms', blocked, 'the goal', blockedGoalMs),
    row('blocked', 'ms', blocked, floor.screen, floor.blocked),
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

const execute = promisify(execFile)

/** A recording may fail on a busy machine; it is repeated at most twice. */
async function measure(url: string, tries = 3): Promise<Report> {
  const only = `--only-categories=${categories.join(',')}`
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const words = [command, url, '--output=json', '--quiet', `--max-wait-for-load=${loadLimitMs}`, only, flags]
  try {
    // Not synchronous, because this process serves the empty page.
    const { stdout } = await execute(process.execPath, words, {
      env: { ...process.env, CHROME_PATH: chromiumPath() },
      maxBuffer: 64 * 1024 * 1024,
      timeout: runLimitMs,
    })
    return JSON.parse(stdout) as Report
  } catch (error) {
    if (tries > 1) return measure(url, tries - 1)
    throw new Error('Lighthouse failed.', { cause: error })
  }
}

/** Prints what kept the last run from a full score. */
function say(reports: readonly Report[]): void {
  const last = reports.at(-1)
  for (const category of categories)
    for (const { id } of last?.categories[category].auditRefs ?? []) {
      const audit = last?.audits[id]
      if (audit && audit.score !== null && audit.score < 1 && audit.scoreDisplayMode !== 'informative')
        console.error(`${category}: ${audit.title} (${audit.score})`)
    }
}
