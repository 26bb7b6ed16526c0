import type { TextKey } from '@shop/texts/create-texts'
import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { usePartner, useTexts } from '../platform/texts/use-texts.ts'
import styles from './footer.module.css'
import { Logo } from './logo.tsx'

const COLUMNS: readonly { title: TextKey; links: readonly (readonly [href: string, text: TextKey])[] }[] = [
  {
    title: 'shell.nav.tests',
    links: [
      [pathOf('search'), 'catalogue.search.title'],
      [pathOf('profiles'), 'catalogue.profiles.title'],
      [pathOf('article'), 'catalogue.article.title'],
    ],
  },
  {
    title: 'order.yourOrders',
    links: [
      [pathOf('orders'), 'order.list.title'],
      [pathOf('testResults'), 'results.list.title'],
      [pathOf('patientsList'), 'patients.title'],
      [pathOf('laboratory'), 'shell.menu.selectLaboratory'],
      [pathOf('laboratories'), 'shell.footer.branches'],
    ],
  },
  {
    title: 'documents.title',
    links: [
      [pathOf('document', { documentSlug: 'public-offer' }), 'shell.footer.offer'],
      [pathOf('document', { documentSlug: 'personal-data-policy' }), 'shell.footer.personalData'],
      [pathOf('document', { documentSlug: 'payment-and-refund-rules' }), 'shell.footer.refunds'],
      [pathOf('documents'), 'documents.all'],
    ],
  },
]

/** The same on every page in a language. */
export function Footer() {
  const { t } = useTexts()
  const partner = usePartner()
  return (
    <footer className={`${styles.footer} no-print`}>
      <div className="wrap">
        <div className={styles.columns}>
          <div className={styles.about}>
            <Logo name={partner.name} label={t('shell.logo')} />
            <p>{partner.about}</p>
            <Link className="hit" to={pathOf('support')}>
              {t('shell.writeToSupport')}
            </Link>
          </div>
          {COLUMNS.map(({ title, links }) => (
            <nav key={title} aria-label={t(title)}>
              <h2>{t(title)}</h2>
              <ul>
                {links.map(([href, text]) => (
                  <li key={href}>
                    <Link to={href}>{t(text)}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={styles.fine}>
          <p>{t('shell.footer.doctor')}</p>
          <p lang="en">
            This material contains content from LOINC (<a href="https://loinc.org">loinc.org</a>). LOINC is
            copyright Regenstrief Institute, Inc. and the LOINC Committee.
          </p>
        </div>
      </div>
    </footer>
  )
}
