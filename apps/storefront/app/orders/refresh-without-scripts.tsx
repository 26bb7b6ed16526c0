const SECONDS = 5

/** Asks the page anew every few seconds where no script does. */
export function RefreshWithoutScripts() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(SECONDS)} />
    </noscript>
  )
}
