import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { usePartner } from '../../i18n/page-texts.ts'
import { Kept } from '../../kept-markup.tsx'
import styles from './footer.module.css'
import { Logo } from './logo.tsx'

/** Plain anchors: one delegated handler makes them client navigations. */
const COLUMNS = [
  {
    key: 'tests',
    links: [
      ['/search', 'allAnalyses'],
      ['/profiles', 'profiles'],
      ['/articles/getting-ready-for-analyses', 'article'],
    ],
  },
  {
    key: 'orders',
    links: [
      ['/orders', 'orders'],
      ['/test-results', 'results'],
      ['/patients', 'patients'],
      ['/laboratory', 'laboratory'],
    ],
  },
  {
    key: 'documents',
    links: [
      ['/documents/public-offer', 'offer'],
      ['/documents/personal-data-policy', 'personalData'],
      ['/documents/payment-and-refund-rules', 'refunds'],
      ['/documents', 'all'],
    ],
  },
] as const

/** The same on every page of a language. */
export function Footer() {
  const { t, i18n } = useTranslation()
  const partner = usePartner()
  const content = () => <Content key="footer" t={t} name={partner.name} about={partner.t('about')} />
  const parts = [{ of: i18n, variant: 'footer', element: content }]
  return <Kept as="footer" className={styles.footer} parts={parts} />
}

interface ContentProps {
  t: TFunction
  name: string
  about: string
}

function Content({ t, name, about }: ContentProps) {
  return (
    <div className="wrap">
      <div className={styles.columns}>
        <div className={styles.about}>
          <Logo name={name} label={t('shell.logo')} />
          <p>{about}</p>
          <a className="hit" href="/support">
            {t('shell.footer.support')}
          </a>
        </div>
        {COLUMNS.map(({ key, links }) => (
          <nav key={key} aria-label={t(`shell.footer.${key}.title`)}>
            <h2>{t(`shell.footer.${key}.title`)}</h2>
            <ul>
              {links.map(([href, text]) => (
                <li key={href}>
                  <a href={href}>{t(`shell.footer.${key}.${text}`)}</a>
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
  )
}
