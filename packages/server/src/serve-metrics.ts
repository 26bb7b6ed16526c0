import cluster from 'node:cluster'
import type { RequestListener, Server } from 'node:http'
import { AggregatorRegistry } from 'prom-client'
import { processRestarts, registry } from './metrics.ts'
import { createServer, type TlsFiles } from './tls.ts'

/** The metrics of all processes together: each worker is asked, and the numbers are added up. */
function aggregated(): () => Promise<string> {
  const workers = new AggregatorRegistry()
  return async () => {
    const text = await workers.clusterMetrics()
    // Only the process that keeps the workers knows the restarts; and it is the one that systemd restarts.
    const own = ['process_restarts_total', 'process_start_time_seconds']
    const ofWorkers = text.split('\n').filter((line) => own.every((name) => !line.includes(name)))
    const ofOwn = await Promise.all(own.map((name) => registry.getSingleMetricAsString(name)))
    return [...ofWorkers, ...ofOwn, ''].join('\n')
  }
}

/** Lets the process that keeps the workers ask this one for its metrics. */
function answerPrimary(): void {
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()
}

/**
 * Serves the metrics at `/metrics` on a separate port that no load balancer uses. Of several processes the one that
 * keeps the workers serves for all. Returns the server if this process serves.
 */
export async function serveMetrics({
  port,
  host,
  workers,
  tls = null,
  onRenewal = () => {},
}: {
  port: number
  host: string
  workers: number
  tls?: TlsFiles | null
  /** Called if a renewed certificate cannot be used. */
  onRenewal?: (error: unknown) => void
}): Promise<Server | undefined> {
  if (!cluster.isPrimary) {
    answerPrimary()
    return undefined
  }
  processRestarts.inc(0)
  const read = workers > 1 ? aggregated() : () => registry.metrics()
  const answer: RequestListener = (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      // A stuck worker does not answer: the scrape fails, which is an alert of its own.
      () => response.writeHead(503).end(),
    )
  }
  const server = createServer(tls, answer, { onError: onRenewal })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  server.unref()
  return server
}
