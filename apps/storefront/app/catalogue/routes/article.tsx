import { shopContext } from '../../platform/session/shop-context.server.ts'
import { ArticlePage } from '../article-page.tsx'
import { loadArticle } from '../load-article.server.ts'
import type { Route } from './+types/article'

export function loader({ context }: Route.LoaderArgs) {
  return loadArticle(context.get(shopContext))
}

export default function GettingReady({ loaderData }: Route.ComponentProps) {
  return <ArticlePage {...loaderData} />
}
