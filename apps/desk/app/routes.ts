import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  route('login', 'routes/login.tsx'),
  route('invitation', 'routes/invitation.tsx'),
  route('logout', 'routes/logout.ts'),
  route('passkey-options', 'routes/passkey-options.ts'),
  layout('routes/logged-in.tsx', [
    index('routes/today.tsx'),
    route('orders', 'routes/orders.tsx'),
    route('orders/:orderId', 'routes/order.tsx'),
    route('calendar', 'routes/calendar.tsx'),
    route('messages', 'routes/messages.tsx'),
    route('messages/:messageId', 'routes/message.tsx'),
    route('search-words', 'routes/search-words.tsx'),
    route('catalogue', 'routes/catalogue.tsx'),
    route('catalogue/editions/:editionId', 'routes/catalogue-edition.tsx'),
    route('catalogue/missing-texts', 'routes/catalogue-missing.tsx'),
    route('money', 'routes/money.tsx'),
    route('money/attention', 'routes/money-attention.tsx'),
    route('money/payments/:paymentId', 'routes/payment.tsx'),
    route('money/closing', 'routes/money-closing.tsx'),
    route('money/closing/:file', 'routes/money-closing-csv.ts'),
    route('money/statement', 'routes/money-statement.tsx'),
    route('staff', 'routes/staff.tsx'),
    route('passkeys', 'routes/passkeys.tsx'),
  ]),
] satisfies RouteConfig
