import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { registry } from './metrics.ts'
// Register the metrics that only one program has.
import '../../../apps/hl7-gateway/src/metrics.ts'
import '../../../apps/laboratory-api/src/metrics.ts'
import '../../../apps/storefront/app/platform/cache/shop-memory.server.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
interface RuleTest {
  name: string
  input_series: { series: string }[]
}

const rules = (parse(read('deploy/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const ruleTests = (parse(read('deploy/monitoring/alerts.test.yml')) as { tests: RuleTest[] }).tests
const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** What Prometheus itself and its configuration add to each series. */
const SCRAPED = ['instance', 'job', 'environment']
const labelsOf = new Map<string, string[]>([['up', SCRAPED]])
for (const metric of registry.getMetricsAsArray()) {
  const { labelNames } = metric as unknown as { labelNames: string[] }
  const labels = [...labelNames, ...SCRAPED]
  labelsOf.set(metric.name, labels)
  if (!('buckets' in metric)) continue
  labelsOf.set(`${metric.name}_bucket`, [...labels, 'le'])
  labelsOf.set(`${metric.name}_sum`, labels)
  labelsOf.set(`${metric.name}_count`, labels)
}

/** Words of the query language: functions and connecting words. */
const WORDS = /^(?:by|and|sum|max|min|rate|increase|histogram_quantile|topk|absent|changes|or|unless|on)$/

/** The metrics and labels in a query that are not served. */
function unknownIn(expr: string): string[] {
  const bare = expr.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '')
  const grouped = [...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(/,\s*/))
  const selectors = [
    ...bare.replaceAll(/\bby \([^)]*\)/g, '').matchAll(/([a-z_][\w:]*)\s*(?:\{([^}]*)\})?/gi),
  ].filter(([, name]) => !WORDS.test(name!))
  const known = selectors.flatMap(([, name]) => labelsOf.get(name!) ?? [])
  return selectors
    .flatMap(([, name, matchers]) => {
      const labels = labelsOf.get(name!)
      if (!labels) return [name!]
      const used = [...(matchers ?? '').matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!)
      return used.filter((label) => !labels.includes(label)).map((label) => `${name}{${label}}`)
    })
    .concat(grouped.filter((label) => !known.includes(label)).map((label) => `by (${label})`))
}

test('unknown metrics and labels in a query are found', () => {
  expect(unknownIn('sum by (queue) (rate(jobs_due{queue="x"}[5m])) > 0')).toEqual([])
  expect(unknownIn('rate(jobs_gone[5m]) > 1')).toEqual(['jobs_gone'])
  expect(unknownIn('jobs_due{patient="x"}')).toEqual(['jobs_due{patient}'])
  expect(unknownIn('sum by (patient) (jobs_due)')).toEqual(['by (patient)'])
  expect(unknownIn('jobs_due_bucket')).toEqual(['jobs_due_bucket'])
})

test.each(rules)('the alert $alert uses only metrics and labels that are served', ({ expr }) => {
  expect(unknownIn(expr)).toEqual([])
})

test('each panel of the dashboard uses only metrics and labels that are served', () => {
  const unknown = dashboard.panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr }) => unknownIn(expr).map((name) => `${title}: ${name}`)),
  )
  expect(unknown).toEqual([])
})

test('each metric of the shop is on the dashboard', () => {
  const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
  const missing = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !/^(?:process_(?!restarts)|nodejs_)/.test(name) && !asked.includes(name))
  expect(missing).toEqual([])
})

test('each alert has a severity, a runbook of its own, and examples in which it fires and in which it does not', () => {
  const named = rules.map(({ annotations }) => annotations.runbook)
  const pages = readdirSync(join(root, 'docs/operations/runbooks')).map(
    (file) => `docs/operations/runbooks/${file}`,
  )
  expect(named.toSorted()).toEqual(pages.toSorted())
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(read(annotations.runbook)).toMatch(new RegExp(`^# ${alert}\\n[^]+\\n## Look at\\n[^]+\\n## Do\\n`))
  }
  const played = ruleTests.map(({ name }) => name)
  const expected = rules.flatMap(({ alert }) => [`${alert} fires`, `${alert} stays quiet`])
  expect(played.toSorted()).toEqual(expected.toSorted())
})

test('the examples use only series that are served', () => {
  const unknown = ruleTests.flatMap(({ input_series }) =>
    input_series.flatMap(({ series }) => unknownIn(series)),
  )
  expect(unknown).toEqual([])
})
