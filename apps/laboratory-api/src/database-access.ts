import type { Access } from '@shop/database/grant-roles'

/** What roles beside the owner may do with the main API's tables, those of its jobs and of the sandbox. */
export const DATABASE_ACCESS: Access = {
  schemas: ['laboratory', 'sandbox', 'jobs'],
  appendOnly: ['laboratory.audit_entry'],
  // Neither names nor addresses, neither accounts nor patients, and no results: what is sold, where, and how it is paid.
  reports: {
    'laboratory.analysis': ['id', 'code', 'name', 'category_ids', 'exec_period_days', 'withdrawn_at'],
    'laboratory.category': ['id', 'name', 'parent_id', 'is_hidden', 'withdrawn_at'],
    'laboratory.material': ['id', 'name', 'kind', 'withdrawn_at'],
    'laboratory.profile': ['id', 'code', 'name_en', 'analysis_ids', 'withdrawn_at'],
    'laboratory.laboratory': ['id', 'name_en', 'city_en', 'is_active', 'withdrawn_at'],
    'laboratory.customer_order': [
      'id',
      'number',
      'state',
      'locale',
      'currency',
      'total',
      'delivery_price',
      'laboratory_id',
      'visit_kind',
      'visit_start',
      'refund_due',
      'created_at',
      'updated_at',
    ],
    'laboratory.order_line': ['order_id', 'position', 'kind', 'item_id', 'code', 'quantity', 'price'],
    'laboratory.order_history': ['order_id', 'state', 'at', 'cause', 'actor'],
    'laboratory.payment_attempt': [
      'id',
      'order_id',
      'provider',
      'state',
      'amount',
      'currency',
      'test',
      'paid_at',
      'closed_at',
      'created_at',
    ],
    'laboratory.payment_transaction': [
      'order_id',
      'provider',
      'amount',
      'currency',
      'kind',
      'received_at',
      'refunded_at',
    ],
    'laboratory.visit_slot': ['laboratory_id', 'start', 'taken'],
  },
}
