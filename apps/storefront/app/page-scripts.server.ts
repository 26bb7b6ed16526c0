import type { EntryContext } from 'react-router'

interface PageScripts {
  context: EntryContext
  /** The page's data, as React Router wrote it. */
  data: string
  /** Address of the page's texts. */
  texts: string
  nonce: string | undefined
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** A value as code inside of a script of a page. */
function code(value: unknown): string {
  return JSON.stringify(value).replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character]!)
}

/**
 * The one script of a page: its data, and what makes it live. All files are asked for together, but only after the page
 * has been painted: until then the network belongs to what is seen. It stands in the place of React Router's
 * `Scripts`, which has the browser load them first, and in pieces that a rendered string cannot hold.
 */
export function pageScripts({ context, data, texts, nonce }: PageScripts): string {
  const { manifest, staticHandlerContext, serverHandoffString } = context
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = ids.map((id) => manifest.routes[id]!)
  const modules = routes.map(({ module }) => module)
  const shared = [...manifest.entry.imports, ...routes.flatMap(({ imports = [] }) => imports)]
  const files = [...new Set([...modules, manifest.url, ...shared])]
  const script = `window.__reactRouterContext=${serverHandoffString};
window.__reactRouterContext.stream=new ReadableStream({start(to){to.enqueue(${code(data)});to.close()}}).pipeThrough(new TextEncoderStream());
requestAnimationFrame(()=>setTimeout(()=>{
window.pageTexts=fetch(${code(texts)}).then((answer)=>answer.json());
Promise.all(${code(files)}.map((file)=>import(file))).then((loaded)=>{
window.__reactRouterRouteModules=Object.fromEntries(${code(ids)}.map((id,index)=>[id,loaded[index]]));
import(${code(manifest.entry.module)})})}))`
  return `<script${nonce ? ` nonce="${nonce}"` : ''}>${script}</script>`
}
