import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

// The specification's route table; an id is the route's key there. `backPathKey` takes these ids.
export default [
  index('catalogue/routes/home.tsx', { id: 'home' }),
  route('_app', 'shell/routes/app.ts', { id: '_app' }),

  // Account
  route('login', 'account/routes/login.tsx', { id: 'login' }),
  route('register', 'account/routes/register.tsx', { id: 'register' }),
  route('reset-password', 'account/routes/reset-password.tsx', { id: 'resetPassword' }),
  route('confirm-email', 'account/routes/confirm-email.tsx', { id: 'confirmEmail' }),
  route('settings', 'account/routes/settings.tsx', { id: 'settings' }),
  route('settings/my-data.json', 'account/routes/my-data.ts', { id: 'myData' }),
  route('accept-documents', 'account/routes/accept-documents.tsx', { id: 'acceptDocuments' }),

  // Patients
  ...prefix('patients', [
    index('patients/routes/patients-list.tsx', { id: 'patientsList' }),
    route('create', 'patients/routes/create-patient.tsx', { id: 'createPatient' }),
    route('edit/:patientId', 'patients/routes/edit-patient.tsx', { id: 'editPatient' }),
  ]),

  // Catalogue
  route('search', 'catalogue/routes/search.tsx', { id: 'search' }),
  route('search/analysis/:analysisId', 'catalogue/routes/analysis-in-search.tsx', { id: 'analysisInSearch' }),
  route('profiles', 'catalogue/routes/profiles.tsx', { id: 'profiles' }),
  route('profiles/:profileId', 'catalogue/routes/profile-card.tsx', { id: 'profileCard' }),
  route('categories/:categorySlug', 'catalogue/routes/categories.tsx', { id: 'categories' }),
  route('articles/getting-ready-for-analyses', 'catalogue/routes/article.tsx', { id: 'article' }),

  // Cart and order
  route('add-to-cart/:addableType/:addableId', 'cart/routes/add-to-cart.tsx', { id: 'addToCart' }),
  ...prefix('order', [
    route('cart', 'cart/routes/cart.tsx', { id: 'cart' }),
    layout('checkout/routes/checkout-layout.tsx', [
      route('date-or-call', 'checkout/routes/date-or-call.tsx', { id: 'dateOrCall' }),
      route('call-details', 'checkout/routes/call-details.tsx', { id: 'callDetails' }),
      route('nurse-checkout-time', 'checkout/routes/nurse-checkout-date.tsx', { id: 'nurseCheckoutDate' }),
      route('feedback', 'checkout/routes/order-feedback.tsx', { id: 'orderFeedback' }),
      route('confirm-email', 'checkout/routes/confirm-email-in-order.tsx', { id: 'confirmEmailInOrder' }),
      route('data-confirmed', 'checkout/routes/data-confirmed.tsx', { id: 'dataConfirmed' }),
    ]),
    route('order-submitted', 'orders/routes/order-submitted.tsx', { id: 'orderSubmitted' }),
  ]),
  ...prefix('orders', [
    index('orders/routes/orders.tsx', { id: 'orders' }),
    route(':orderId', 'orders/routes/order.tsx', { id: 'order' }),
    route(':orderId/receipt.pdf', 'orders/routes/receipt.ts', { id: 'orderReceipt' }),
    route(':orderId/visit.ics', 'orders/routes/calendar.ts', { id: 'orderCalendar' }),
  ]),

  // Results
  ...prefix('test-results', [
    index('results/routes/test-results.tsx', { id: 'testResults' }),
    route(':testResultId/patients', 'results/routes/patients-list.tsx', { id: 'testResultPatientsList' }),
    route(':testResultId/patients/:patientId', 'results/routes/patient-analyzes-list.tsx', {
      id: 'testResultPatientAnalyzesList',
    }),
    route(':testResultId/patients/:patientId/report.pdf', 'results/routes/report.ts', {
      id: 'testResultReport',
    }),
    route(':testResultId/patients/:patientId/share', 'results/routes/share.tsx', { id: 'testResultShare' }),
    route(
      ':testResultId/patients/:patientId/analysis-results/:analysisResultId',
      'results/routes/analysis-result.tsx',
      { id: 'testResultPatientAnalysisResult' },
    ),
  ]),
  // For whoever has a link or a printed report, without an account
  route('shared-results/:shareToken', 'results/routes/shared-result.tsx', { id: 'sharedResult' }),
  route('verify-report', 'results/routes/verify-report.tsx', { id: 'verifyReport' }),

  // Branches
  route('laboratories', 'laboratories/routes/laboratories.tsx', { id: 'laboratories' }),
  route('laboratories/:laboratoryId', 'laboratories/routes/branch.tsx', { id: 'branch' }),

  // Documents and support
  route('documents', 'documents/routes/documents.tsx', { id: 'documents' }),
  route('documents/:documentSlug', 'documents/routes/document.tsx', { id: 'document' }),
  route('support', 'documents/routes/support.tsx', { id: 'support' }),

  // Actions of the shell: forms of the top bar, the laboratory modal and the cookie banner
  route('laboratory', 'shell/routes/laboratory.tsx', { id: 'laboratory' }),
  route('locale', 'shell/routes/locale.ts', { id: 'locale' }),
  route('cookie-consent', 'shell/routes/cookie-consent.ts', { id: 'cookieConsent' }),
  route('logout', 'shell/routes/logout.tsx', { id: 'logout' }),
  route('live', 'shell/routes/live.ts', { id: 'live' }),

  // For search engines
  route('sitemap.xml', 'shell/routes/sitemap.ts', { id: 'sitemap' }),
  route('robots.txt', 'shell/routes/robots.ts', { id: 'robots' }),

  // The local API
  ...prefix('api', [
    route('cart/add-to-cart', 'cart/routes/api.add-to-cart.ts'),
    route('cart/add-profile-to-cart', 'cart/routes/api.add-profile-to-cart.ts'),
    route('cart/get-cart', 'cart/routes/api.get-cart.ts'),
    route('cart/remove-patient-analysis', 'cart/routes/api.remove-patient-analysis.ts'),
    route('cart/remove-patient', 'cart/routes/api.remove-patient.ts'),
    route('cart/remove-analysis', 'cart/routes/api.remove-analysis.ts'),
    route('cart/reset-cart', 'cart/routes/api.reset-cart.ts'),
    route('order/set-nurse-checkout-date', 'checkout/routes/api.set-nurse-checkout-date.ts'),
    route('order/set-call-details', 'checkout/routes/api.set-call-details.ts'),
    route('order/get-details', 'checkout/routes/api.get-details.ts'),
    route('order/set-feedback', 'checkout/routes/api.set-feedback.ts'),
    route('order/create', 'checkout/routes/api.create.ts'),
    route('*', 'platform/problems/api.not-found.ts'),
  ]),

  route('*', 'shell/routes/not-found.tsx', { id: 'notFound' }),
] satisfies RouteConfig
