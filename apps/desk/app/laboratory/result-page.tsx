import type { ResultHead } from '@shop/contract/held-results'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../navigation.ts'

interface ResultPageProps {
  /** The test's name. */
  title: string
  /** Its state, beside the name. */
  mark: ReactNode
  /** The outcome of a form. */
  said: ReactNode
  values: ReactNode
  /** The patient, and what can be done. */
  aside: ReactNode
}

/** The desk's page of one result: a held one that waits for its release, or a critical one to tell someone about. */
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
  /** How the patient can be reached, if someone has to. */
  children?: ReactNode
}

/** The patient whose samples these are, with the order. */
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
