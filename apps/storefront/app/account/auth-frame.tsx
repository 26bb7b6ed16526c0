import { decimalMark } from '@shop/domain/locale'
import type { ReactNode } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { Flag } from '../ui/flag.tsx'
import { Icon } from '../ui/icon.tsx'
import type { MarkShape } from '../ui/mark.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import { RangeBar } from '../ui/range-bar.tsx'
import authStyles from './auth.module.css'
import styles from './auth-frame.module.css'

const EXAMPLES = [
  { key: 'exampleFerritin', value: 42, unit: 'ngPerMl', low: 15, high: 150, position: 34, shape: 'in' },
  { key: 'exampleVitaminD', value: 21, unit: 'ngPerMl', low: 30, high: 100, position: 12, shape: 'low' },
  { key: 'exampleTsh', value: 2.14, unit: 'mIuPerL', low: 0.27, high: 4.2, position: 49, shape: 'in' },
] as const

/**
 * Frame of the pages for login and registration: the form on one side; on wide screens the other says what an account
 * is good for.
 */
export function AuthFrame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const { t } = useTexts()
  return (
    <div className={styles.frame} data-bleed>
      <PageMeta title={title} />
      <div className={styles.form}>
        <h1>{title}</h1>
        {lead && <p className="muted">{lead}</p>}
        {children}
        <p className={styles.privacy}>
          <Icon name="lock" size="s" />
          {t('account.login.privacy')}
        </p>
      </div>
      <aside className={styles.side}>
        <div className={styles.about}>
          <h2>{t('account.login.sideTitle')}</h2>
          <p className={styles.quiet}>{t('account.login.sideText')}</p>
          <Card>
            {EXAMPLES.map(({ key, unit, ...example }) => (
              <Example
                key={key}
                {...example}
                name={t(`account.login.${key}`)}
                unit={t(`account.login.exampleUnit.${unit}`)}
              />
            ))}
          </Card>
          <p className={styles.quiet}>{t('account.login.exampleValues')}</p>
        </div>
      </aside>
    </div>
  )
}

/** A text on a line that divides two ways to continue. */
export function AuthDivider({ children }: { children: string }) {
  return <p className={authStyles.divider}>{children}</p>
}

interface ExampleProps {
  name: string
  value: number
  unit: string
  low: number
  high: number
  position: number
  shape: MarkShape
}

function Example({ name, value, unit, low, high, position, shape }: ExampleProps) {
  const { t, language } = useTexts()
  // Without `Intl`: Chromium would format numbers the English way on a Belarusian page.
  const format = (number: number) => String(number).replace('.', decimalMark(language))
  return (
    <div className={styles.example}>
      <p className="row between">
        <span>{name}</span>
        <Flag shape={shape}>{t(shape === 'in' ? 'results.word.normal' : 'results.word.low')}</Flag>
      </p>
      <p>
        <b className={styles.value}>{format(value)}</b> <span className="small muted">{unit}</span>
      </p>
      <RangeBar position={position} shape={shape} />
      <p className={styles.ends}>
        <span>{format(low)}</span>
        <span>{format(high)}</span>
      </p>
    </div>
  )
}
