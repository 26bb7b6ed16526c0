// Runs in the page that stays after a logout without an answer: the first request that reaches the shop ends the
// session.

const PAUSE_MS = 5_000
const shop = document.querySelector('a')!.href

async function tryToReach(): Promise<void> {
  try {
    const { status } = await fetch(shop, { method: 'HEAD', cache: 'no-store' })
    if (status < 500) location.replace(shop)
  } catch {
    // Not reachable yet.
  }
}

window.addEventListener('online', tryToReach)
setInterval(tryToReach, PAUSE_MS)
