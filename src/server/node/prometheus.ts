import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { counters, gauges, timings, type Metrics, type Reading } from '#server/runtime/metrics.ts'

interface PrometheusDeps {
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  /** Whether to include memory, processor and event loop of this process. */
  readonly ofProcess?: boolean
}

/** Metrics for Prometheus, in their own registry. */
export function createPrometheus({ now = () => performance.now(), ofProcess = true }: PrometheusDeps = {}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (ofProcess) collectDefaultMetrics({ register: registry })
  let read: () => Promise<readonly Reading[]> = () => Promise.resolve([])

  const counting = mapValues(counters, (name, { help, labels }) => {
    const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers })
    // Starts every counter at 0, because a rule cannot see an increase from a missing series.
    for (const start of combinations(labels)) counter.inc(start, 0)
    return counter
  })
  const timing = mapValues(
    timings,
    (name, { help, labels, buckets }) =>
      new Histogram({ name, help, labelNames: Object.keys(labels), buckets: [...buckets], registers }),
  )
  const gauging = mapValues(
    gauges,
    (name, { help, labels }) => new Gauge({ name, help, labelNames: Object.keys(labels), registers }),
  )

  // Unknown values are omitted. Prometheus would otherwise show the last value, or 0 after a reset without labels.
  const forgetAll = Object.entries(gauges).map(([name, { labels }]) => {
    const gauge = gauging[name as keyof typeof gauges] // The same table.
    return Object.keys(labels).length > 0 ? () => gauge.reset() : () => gauge.remove()
  })

  return {
    count: (name, labels) => counting[name].inc(labels),
    time: (name, labels, seconds) => timing[name].observe(labels, Math.max(0, seconds)),
    stopwatch() {
      const since = now()
      return () => (now() - since) / 1000
    },
    watch(next) {
      read = next
    },
    async page() {
      const readings = await read()
      for (const forget of forgetAll) forget()
      for (const { name, labels, value } of readings) gauging[name].set(labels, value)
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

function mapValues<Name extends string, In, Out>(
  table: Readonly<Record<Name, In>>,
  make: (name: Name, value: In) => Out,
): Readonly<Record<Name, Out>> {
  const entries = Object.entries(table) as [Name, In][] // A table's own names and no others.
  return Object.fromEntries(entries.map(([name, value]) => [name, make(name, value)])) as Record<Name, Out> // The same.
}

/** Every combination of label values; none if a label's values are not listed. */
function combinations(labels: Readonly<Record<string, readonly string[]>>): readonly Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (all, [label, values]) => all.flatMap((chosen) => values.map((value) => ({ ...chosen, [label]: value }))),
    [{}],
  )
}
