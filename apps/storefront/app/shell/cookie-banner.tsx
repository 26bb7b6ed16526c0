import { Link, useFetcher } from 'react-router'
import { Button } from '../ui/button.tsx'
import styles from './cookie-banner.module.css'

/** Stays at the bottom until accepted. In Russian in every language, as the law it follows. */
export function CookieBanner({ address }: { address: string }) {
  const fetcher = useFetcher()
  if (fetcher.state !== 'idle') return null
  return (
    <section className={styles.banner} lang="ru" aria-label="Файлы cookie" data-cookie-banner>
      <fetcher.Form method="post" action="/cookie-consent" className={`wrap ${styles.inner}`}>
        <input type="hidden" name="pathnameToReturn" value={address} />
        <p className="small">
          Мы используем файлы cookie, чтобы помнить вашу лабораторию и корзину. Рекламных файлов нет.{' '}
          <Link to="/documents/cookie-rules">Подробнее</Link>
        </p>
        <Button type="submit">Принять</Button>
      </fetcher.Form>
    </section>
  )
}
