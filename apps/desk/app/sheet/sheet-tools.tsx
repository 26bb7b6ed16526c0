import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { PrintButton } from '@shop/storefront/ui/print-button.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { Form } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import { DayFields } from '../visits/day-tools.tsx'
import styles from './sheet.module.css'

type SheetToolsProps = ComponentProps<typeof DayFields> & { children: ReactNode }

/** One line on a phone, where the visits are what somebody came for; the rest of it unfolds. */
export function SheetTools({ children, ...day }: SheetToolsProps) {
  const { t } = useTexts()
  const { date, before, after, place } = day
  const dayAt = (asked: string) => withQuery(pathOf('sheet'), { date: asked, place })
  return (
    <div className={styles.tools} key={`${date} ${place}`}>
      <div className={styles.turns}>
        <ButtonLink look="quiet" size="s" icon="arrow-left" to={dayAt(before)}>
          <span>{t('desk:today.before')}</span>
        </ButtonLink>
        <ButtonLink look="quiet" size="s" iconAfter="arrow-right" to={dayAt(after)}>
          <span>{t('desk:today.after')}</span>
        </ButtonLink>
      </div>
      <details className={styles.fold}>
        <summary>{t('desk:sheet.tools')}</summary>
        <div className={styles.folded}>
          <Form method="get" className="deskTools">
            <DayFields {...day} size="s" />
            <PrintButton size="s" />
          </Form>
          {children}
        </div>
      </details>
    </div>
  )
}
