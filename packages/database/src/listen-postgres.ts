import type { Pool, PoolClient } from 'pg'
import { FIRST_PAUSE_MS, LONGEST_PAUSE_MS } from './away-pauses.ts'

/**
 * Listens on a separate connection from the pool. If it is lost (the server restarts, a firewall forgets it), a new
 * one is opened, with growing pauses; notifications sent in between are lost. Returns the function that ends listening.
 */
export async function listenPostgres(input: {
  pool: Pool
  channel: string
  onNotification: (payload: string) => void
  /** Called when no new connection can be opened; the pool itself reports the loss of one. */
  onConnectionError: (error: Error) => void
}): Promise<() => Promise<void>> {
  const { pool, channel, onNotification, onConnectionError } = input
  let client: PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let isEnded = false

  async function connect(): Promise<void> {
    const connected = await pool.connect()
    if (isEnded) return connected.release(true)
    client = connected
    connected.on('notification', (sent) => sent.channel === channel && onNotification(sent.payload ?? ''))
    connected.on('error', () => {
      if (client !== connected) return
      client = undefined
      connected.release(true)
      connectLater(FIRST_PAUSE_MS)
    })
    try {
      await connected.query(`LISTEN "${channel}"`)
    } catch (error) {
      // A server that has become a standby refuses it; the next try takes another connection of the pool.
      if (client === connected) {
        client = undefined
        connected.release(true)
      }
      throw error
    }
  }

  function connectLater(pauseMs: number): void {
    if (isEnded) return
    // A connection that fails while it starts to listen reports it twice.
    clearTimeout(timer)
    timer = setTimeout(() => {
      connect().catch((error: Error) => {
        onConnectionError(error)
        connectLater(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
      })
    }, pauseMs)
    timer.unref()
  }

  async function end(): Promise<void> {
    isEnded = true
    clearTimeout(timer)
    client?.release(true)
    client = undefined
  }

  await connect().catch(async (error) => {
    await end()
    throw error
  })
  return end
}
