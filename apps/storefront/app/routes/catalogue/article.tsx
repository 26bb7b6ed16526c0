import { ArticlePage } from '../../features/catalogue/article-page.tsx'
import { loadArticle } from '../../features/catalogue/load-article.server.ts'
import { shopContext } from '../../shop-context.server.ts'
import type { Route } from './+types/article'

export function loader({ context }: Route.LoaderArgs) {
  return loadArticle(context.get(shopContext))
}

export default function GettingReady({ loaderData }: Route.ComponentProps) {
  return <ArticlePage {...loaderData} />
}
