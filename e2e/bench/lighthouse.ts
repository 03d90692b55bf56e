import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { practice } from '#contract/desk/practice.ts'
import { chromiumPath } from '../chromium.ts'
import { startDesk } from '../desk-process.ts'
import { median, row, type Row } from './figures.ts'

const version = '13.5.0'
/** Outside the repository and no dependency of the project, because it is 114 packages and 165 MB for two numbers. */
const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), `vendor-desk-lighthouse-${version}`)
const command = join(folder, 'node_modules/lighthouse/cli/index.js')

const runs = 5
/** It waits for an idle network, which a page with a feed never has; late content is there by then. */
const loadLimitMs = 15_000
const runLimitMs = 120_000

/** Lighthouse on the practice store's board and on an order, as on a phone, beside the goals. */
export async function lighthouse(): Promise<readonly Row[]> {
  install()
  const desk = await startDesk({ LOG_LEVEL: 'warn' })
  try {
    const [order] = [await placeOrder(desk.url), await placeOrder(desk.url), await placeOrder(desk.url)]
    return [...(await rowsOf('board', desk.url)), ...(await rowsOf('order', `${desk.url}/orders/${order}`))]
  } finally {
    await desk.stop()
  }
}

async function rowsOf(screen: string, url: string): Promise<readonly Row[]> {
  const reports: Report[] = []
  for (let run = 1; run <= runs; run += 1) {
    reports.push(await measure(url))
    // On standard error, because standard output has the table.
    console.error(`${screen}, ${run} of ${runs}`)
  }
  const score = median(reports.map(({ categories }) => categories.performance.score * 100))
  const blocked = median(reports.map(({ audits }) => audits['total-blocking-time'].numericValue))
  return [
    row(`Lighthouse on the ${screen}, performance`, 'of 100', score, 'the goal', 97),
    row(`Lighthouse on the ${screen}, blocked`, 'ms', blocked, 'the goal', 75),
  ]
}

function install(): void {
  if (existsSync(command)) return
  console.error(`Installing Lighthouse ${version} into ${folder} …`)
  mkdirSync(folder, { recursive: true })
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', [...args, `lighthouse@${version}`], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Lighthouse could not be installed:\n${stderr}`)
}

/** @returns its id. */
async function placeOrder(url: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: url }
  const body = JSON.stringify({ kind: 'ordinary' })
  const answer = await fetch(`${url}/practice/orders`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The practice store takes no order: ${answer.status}`)
  return z.parse(practice.placeOrder.answer, await answer.json()).data.id
}

const execute = promisify(execFile)

interface Report {
  readonly categories: { readonly performance: { readonly score: number } }
  readonly audits: { readonly 'total-blocking-time': { readonly numericValue: number } }
}

/** A recording may fail on a busy machine; it is repeated at most twice. */
async function measure(url: string, tries = 3): Promise<Report> {
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const only = '--only-categories=performance'
  const args = [command, url, '--output=json', '--quiet', `--max-wait-for-load=${loadLimitMs}`, only, flags]
  try {
    const { stdout } = await execute(process.execPath, args, {
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
