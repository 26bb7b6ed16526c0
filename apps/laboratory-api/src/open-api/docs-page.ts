import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The viewer's files that are served; nothing else of the package can be requested. */
const VIEWER_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

export async function readViewerFile(
  name: string,
): Promise<{ content: Uint8Array<ArrayBuffer>; contentType: string } | null> {
  const contentType = Object.hasOwn(VIEWER_FILES, name) ? VIEWER_FILES[name] : undefined
  if (!contentType) return null
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'))
  return { content: await readFile(join(folder, name)), contentType }
}

export const docsScript = `window.addEventListener('load', () => {
  SwaggerUIBundle({
    url: 'openapi.json',
    dom_id: '#viewer',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    persistAuthorization: false,
    validatorUrl: null,
  })
})
`

/** Links are relative: the API may be under any path. */
export function docsPage(brand: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand} main API</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<noscript><p>This page draws <a href="openapi.json">openapi.json</a> with a script.</p></noscript>
<main id="viewer"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`
}
