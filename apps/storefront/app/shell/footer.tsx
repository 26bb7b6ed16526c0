import type { TextKey } from '@shop/texts/text-key'
import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { usePartner, useTexts } from '../platform/texts/use-texts.ts'
import styles from './footer.module.css'
import { Logo } from './logo.tsx'

const COLUMNS = [
  {
    key: 'tests',
    links: [
      [pathOf('search'), 'allAnalyses'],
      [pathOf('profiles'), 'profiles'],
      [pathOf('article'), 'article'],
    ],
  },
  {
    key: 'orders',
    links: [
      [pathOf('orders'), 'orders'],
      [pathOf('testResults'), 'results'],
      [pathOf('patientsList'), 'patients'],
      [pathOf('laboratory'), 'laboratory'],
      [pathOf('laboratories'), 'branches'],
    ],
  },
  {
    key: 'documents',
    links: [
      [pathOf('document', { documentSlug: 'public-offer' }), 'offer'],
      [pathOf('document', { documentSlug: 'personal-data-policy' }), 'personalData'],
      [pathOf('document', { documentSlug: 'payment-and-refund-rules' }), 'refunds'],
      [pathOf('documents'), 'all'],
    ],
  },
] as const

/** The same on every page of a language. */
export function Footer() {
  const { t } = useTexts()
  const partner = usePartner()
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div className={styles.columns}>
          <div className={styles.about}>
            <Logo name={partner.name} label={t('shell.logo')} />
            <p>{partner.about}</p>
            <Link className="hit" to={pathOf('support')}>
              {t('shell.footer.support')}
            </Link>
          </div>
          {COLUMNS.map(({ key, links }) => (
            <nav key={key} aria-label={t(`shell.footer.${key}.title`)}>
              <h2>{t(`shell.footer.${key}.title`)}</h2>
              <ul>
                {links.map(([href, text]) => (
                  <li key={href}>
                    <Link to={href}>{t(`shell.footer.${key}.${text}` as TextKey)}</Link>
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
