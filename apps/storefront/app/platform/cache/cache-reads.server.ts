import { processCounter } from '@shop/server/metrics'

export const cacheReads = processCounter({
  name: 'cache_reads_total',
  help: "Reads of the storefront's caches: guests' pages and copies of the catalogue",
  labelNames: ['cache', 'outcome'],
})
