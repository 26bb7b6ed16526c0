import type { ResultHead } from '@shop/contract/held-results'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../navigation.ts'

interface ResultPageProps {
  /** The test's name. */
  title: string
  /** How it stands, beside the name. */
  mark: ReactNode
  /** What became of a form. */
  said: ReactNode
  values: ReactNode
  /** Whose it is, and what can be done. */
  aside: ReactNode
}

/** The page of one result at the desk, that waits for its release or that somebody has to be told of. */
export function ResultPage({ title, mark, said, values, aside }: ResultPageProps) {
  return (
    <>
      <title>{title}</title>
      <div className="row row-wrap">
        <h1>{title}</h1>
        {mark}
      </div>
      {said}
      <div className="deskColumns">
        <div className="stack">{values}</div>
        <div className="stack">{aside}</div>
      </div>
    </>
  )
}

interface WhoseProps {
  title: string
  found: Pick<ResultHead, 'patient' | 'orderId' | 'orderNumber'> & { born: string }
  /** How they are reached, where somebody has to. */
  children?: ReactNode
}

/** Of whom the samples are, with the order. */
export function WhoseResult({ title, found, children }: WhoseProps) {
  const { t } = useTexts()
  const { patient, orderId, orderNumber, born } = found
  return (
    <Card as="section" stacked>
      <h2>{title}</h2>
      <p>
        <strong>{patient.name}</strong>, {t(`desk:order.gender${patient.gender}`)}, {born}
      </p>
      {children}
      <p>
        <Link to={pathOf('order', { orderId })}>{t('order.number', { number: orderNumber })}</Link>
      </p>
    </Card>
  )
}
