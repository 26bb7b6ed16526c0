import { randomUUIDv7 } from 'node:crypto'
import { feedbackFromWire } from '@shop/contract/order-codec'
import type { CreateOrder } from '@shop/contract/orders'
import type { Queries } from '@shop/database/open-database'
import type { CalculatedCart } from '@shop/domain/calculate-cart'
import type { CalculatedPatient } from '@shop/domain/calculate-patient'
import { comesHome } from '@shop/domain/laboratory'
import { PAYMENT_TIME_LIMIT_MINUTES } from '@shop/domain/order-states'
import type { CatalogueLaboratory, CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import { inLanguage } from '../catalogue/localised.ts'
import { partOf } from '../is-of-order.ts'
import { historyRow } from './advance-order.ts'
import { filledContainers } from './order-containers.ts'
import type { PlannedVisit } from './plan-visit.ts'
import type { OwnPatient } from './price-order.ts'
import {
  type OrderRow,
  orderHistory,
  orderLines,
  orderPatients,
  orders,
  type ProfileSnapshot,
} from './tables.ts'

/** A statement takes at most 65,535 parameters, and a line has thirteen. */
const LINES_PER_STATEMENT = 5_000

type LineInsert = Omit<typeof orderLines.$inferInsert, 'orderId' | 'ownerId' | 'position'>

export interface NewOrder {
  userId: string
  idempotencyKey: string
  requestHash: string
  locale: OrderRow['locale']
  request: CreateOrder
  cart: CalculatedCart
  patients: readonly OwnPatient[]
  visit: PlannedVisit
  laboratory: CatalogueLaboratory
  snapshot: CatalogueSnapshot
  now: Date
}

/**
 * The rows of a new order; null when the account has already used the idempotency key. A concurrent call with the
 * same key waits here until the first one has ended.
 */
export async function insertOrder(queries: Queries, order: NewOrder): Promise<OrderRow | null> {
  const [inserted] = await queries.insert(orders).values(orderRow(order)).onConflictDoNothing().returning()
  if (!inserted) return null
  await insertParts(queries, inserted, order)
  return inserted
}

/** People, lines and the first row of history in one statement: each saved round trip to the database counts. */
async function insertParts(queries: Queries, inserted: OrderRow, order: NewOrder): Promise<void> {
  const key = partOf(inserted)
  const patientRows = order.cart.patients.map((calculated, position) => ({
    ...key,
    position,
    ...patientRow(calculated, order),
  }))
  const people = queries
    .$with('people')
    .as(queries.insert(orderPatients).values(patientRows).returning({ orderId: orderPatients.orderId }))
  const first = historyRow({
    order: inserted,
    state: 'awaitingPayment',
    cause: 'created',
    actor: 'user',
    now: order.now,
  })
  const history = queries
    .$with('history')
    .as(queries.insert(orderHistory).values(first).returning({ orderId: orderHistory.orderId }))
  const lines = order.cart.patients
    .flatMap((patient) => linesOf(patient, order.snapshot))
    .map((line, position) => ({ ...key, position, ...line }))
  await queries.with(people, history).insert(orderLines).values(lines.slice(0, LINES_PER_STATEMENT))
  for (let next = LINES_PER_STATEMENT; next < lines.length; next += LINES_PER_STATEMENT) {
    await queries.insert(orderLines).values(lines.slice(next, next + LINES_PER_STATEMENT))
  }
}

function orderRow({ request, cart, visit, laboratory, now, ...order }: NewOrder): typeof orders.$inferInsert {
  const { date: _, places: __, deliveryPrice, ...visitColumns } = visit
  return {
    id: randomUUIDv7(),
    userId: order.userId,
    ownerId: order.userId,
    idempotencyKey: order.idempotencyKey,
    requestHash: order.requestHash,
    state: 'awaitingPayment',
    locale: order.locale,
    currency: cart.currency,
    total: cart.orderTotal.amount,
    deliveryPrice: deliveryPrice?.amount ?? null,
    laboratoryId: laboratory.id,
    laboratory: {
      city: laboratory.city,
      address: laboratory.address,
      email: laboratory.email,
      callable: comesHome(laboratory),
    },
    ...visitColumns,
    feedback: feedbackFromWire(request.feedback),
    expiresAt: new Date(now.getTime() + PAYMENT_TIME_LIMIT_MINUTES * 60_000),
    createdAt: now,
    updatedAt: now,
  }
}

function patientRow(
  { patientId, lines, subtotal, materials, broughtMaterials }: CalculatedPatient,
  order: NewOrder,
) {
  const { id: _, ...details } = order.patients.find(({ id }) => id === patientId)!
  const requested = order.request.patients.find((patient) => patient.patientId === patientId)!
  const decisions = [
    ...materials.filter(({ isOptional }) => isOptional).map(({ materialId }) => [materialId, true]),
    ...broughtMaterials.map(({ materialId }) => [materialId, false]),
  ]
  return {
    patientId,
    ...details,
    pregnant: requested.pregnant,
    optionalMaterials: Object.fromEntries(decisions),
    broughtMaterials: broughtMaterials.map(({ materialId: id }) => ({
      id,
      name: order.snapshot.materials.get(id)!.name,
    })),
    containers: filledContainers(
      order.snapshot,
      lines.map(({ analysisId }) => analysisId),
    ),
    subtotal: subtotal.amount,
    profiles: profilesOf(requested, order),
  }
}

/** With names in the language of the order, so that a later change of the catalogue does not affect them. */
function profilesOf(
  { profiles = [], analysisIds }: CreateOrder['patients'][number],
  { snapshot, locale }: Pick<NewOrder, 'snapshot' | 'locale'>,
): ProfileSnapshot[] {
  return profiles.flatMap(({ profileId, analysisIds: ofProfile }) => {
    const profile = snapshot.profiles.get(profileId)
    const inside = ofProfile.filter((id) => profile?.analysisIds.includes(id) && analysisIds.includes(id))
    return profile && inside.length > 0
      ? [{ id: profileId, name: inLanguage(profile.name, locale), analysisIds: inside }]
      : []
  })
}

function linesOf(
  { patientId, lines, materials }: CalculatedPatient,
  snapshot: CatalogueSnapshot,
): LineInsert[] {
  const analyses = lines.map(({ analysisId, price }): LineInsert => {
    const analysis = snapshot.analyses.get(analysisId)!
    return {
      patientId,
      kind: 'analysis',
      itemId: analysisId,
      code: analysis.code,
      loinc: analysis.loinc,
      turnaroundDays: analysis.turnaroundDays,
      preparation: {
        fastingHours: analysis.fastingHours,
        notes: analysis.preparationNotes,
        ...(analysis.lastsMinutes > 0 ? { lastsMinutes: analysis.lastsMinutes } : {}),
        ...(analysis.asks.length > 0 ? { asks: [...analysis.asks] } : {}),
      },
      name: analysis.name,
      quantity: 1,
      price: price.amount,
    }
  })
  const charged = materials.map(
    ({ materialId, quantity, total }): LineInsert => ({
      patientId,
      kind: 'material',
      itemId: materialId,
      code: null,
      loinc: null,
      turnaroundDays: null,
      preparation: null,
      name: snapshot.materials.get(materialId)!.name,
      quantity,
      price: total.amount,
    }),
  )
  return [...analyses, ...charged]
}
