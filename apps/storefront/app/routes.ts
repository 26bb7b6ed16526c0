import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

// The specification's route table; an id is the route's key there. `backPathKey` takes these ids.
export default [
  index('routes/catalogue/home.tsx', { id: 'home' }),
  route('_app', 'routes/shell/app.ts', { id: '_app' }),

  // Account
  route('login', 'routes/account/login.tsx', { id: 'login' }),
  route('register', 'routes/account/register.tsx', { id: 'register' }),
  route('reset-password', 'routes/account/reset-password.tsx', { id: 'resetPassword' }),
  route('confirm-email', 'routes/account/confirm-email.tsx', { id: 'confirmEmail' }),
  route('settings', 'routes/account/settings.tsx', { id: 'settings' }),
  route('settings/my-data.json', 'routes/account/my-data.ts', { id: 'myData' }),
  route('accept-documents', 'routes/account/accept-documents.tsx', { id: 'acceptDocuments' }),

  // Patients
  ...prefix('patients', [
    index('routes/patients/patients-list.tsx', { id: 'patientsList' }),
    route('create', 'routes/patients/create-patient.tsx', { id: 'createPatient' }),
    route('edit/:patientId', 'routes/patients/edit-patient.tsx', { id: 'editPatient' }),
  ]),

  // Catalogue
  route('search', 'routes/catalogue/search.tsx', { id: 'search' }),
  route('search/analysis/:analysisId', 'routes/catalogue/analysis-in-search.tsx', { id: 'analysisInSearch' }),
  route('profiles', 'routes/catalogue/profiles.tsx', { id: 'profiles' }),
  route('profiles/:profileId', 'routes/catalogue/profile-card.tsx', { id: 'profileCard' }),
  route('categories/:categorySlug', 'routes/catalogue/categories.tsx', { id: 'categories' }),
  route('articles/getting-ready-for-analyses', 'routes/catalogue/article.tsx', { id: 'article' }),

  // Cart and order
  route('add-to-cart/:addableType/:addableId', 'routes/cart/add-to-cart.tsx', { id: 'addToCart' }),
  ...prefix('order', [
    route('cart', 'routes/cart/cart.tsx', { id: 'cart' }),
    layout('routes/order/checkout-layout.tsx', [
      route('date-or-call', 'routes/order/date-or-call.tsx', { id: 'dateOrCall' }),
      route('call-details', 'routes/order/call-details.tsx', { id: 'callDetails' }),
      route('nurse-checkout-time', 'routes/order/nurse-checkout-date.tsx', { id: 'nurseCheckoutDate' }),
      route('feedback', 'routes/order/order-feedback.tsx', { id: 'orderFeedback' }),
      route('confirm-email', 'routes/order/confirm-email-in-order.tsx', { id: 'confirmEmailInOrder' }),
      route('data-confirmed', 'routes/order/data-confirmed.tsx', { id: 'dataConfirmed' }),
    ]),
    route('order-submitted', 'routes/order/order-submitted.tsx', { id: 'orderSubmitted' }),
  ]),
  ...prefix('orders', [
    index('routes/order/orders.tsx', { id: 'orders' }),
    route(':orderId', 'routes/order/order.tsx', { id: 'order' }),
    route(':orderId/receipt.pdf', 'routes/order/receipt.ts', { id: 'orderReceipt' }),
    route(':orderId/visit.ics', 'routes/order/calendar.ts', { id: 'orderCalendar' }),
  ]),

  // Results
  ...prefix('test-results', [
    index('routes/results/test-results.tsx', { id: 'testResults' }),
    route(':testResultId/patients', 'routes/results/patients-list.tsx', { id: 'testResultPatientsList' }),
    route(':testResultId/patients/:patientId', 'routes/results/patient-analyzes-list.tsx', {
      id: 'testResultPatientAnalyzesList',
    }),
    route(':testResultId/patients/:patientId/report.pdf', 'routes/results/report.ts', {
      id: 'testResultReport',
    }),
    route(':testResultId/patients/:patientId/share', 'routes/results/share.tsx', { id: 'testResultShare' }),
    route(
      ':testResultId/patients/:patientId/analysis-results/:analysisResultId',
      'routes/results/analysis-result.tsx',
      { id: 'testResultPatientAnalysisResult' },
    ),
  ]),
  // For whoever has a link or a printed report, without an account
  route('shared-results/:shareToken', 'routes/results/shared-result.tsx', { id: 'sharedResult' }),
  route('verify-report', 'routes/results/verify-report.tsx', { id: 'verifyReport' }),

  // Branches
  route('laboratories', 'laboratories/routes/laboratories.tsx', { id: 'laboratories' }),
  route('laboratories/:laboratoryId', 'laboratories/routes/branch.tsx', { id: 'branch' }),

  // Documents and support
  route('documents', 'routes/documents/documents.tsx', { id: 'documents' }),
  route('documents/:documentSlug', 'routes/documents/document.tsx', { id: 'document' }),
  route('support', 'routes/documents/support.tsx', { id: 'support' }),

  // Actions of the shell: forms of the top bar, the laboratory modal and the cookie banner
  route('laboratory', 'routes/shell/laboratory.tsx', { id: 'laboratory' }),
  route('locale', 'routes/shell/locale.ts', { id: 'locale' }),
  route('cookie-consent', 'routes/shell/cookie-consent.ts', { id: 'cookieConsent' }),
  route('logout', 'routes/shell/logout.tsx', { id: 'logout' }),
  route('live', 'routes/shell/live.ts', { id: 'live' }),

  // For search engines
  route('sitemap.xml', 'routes/shell/sitemap.ts', { id: 'sitemap' }),
  route('robots.txt', 'routes/shell/robots.ts', { id: 'robots' }),

  // The local API
  ...prefix('api', [
    route('cart/add-to-cart', 'routes/api/cart.add-to-cart.ts'),
    route('cart/add-profile-to-cart', 'routes/api/cart.add-profile-to-cart.ts'),
    route('cart/get-cart', 'routes/api/cart.get-cart.ts'),
    route('cart/remove-patient-analysis', 'routes/api/cart.remove-patient-analysis.ts'),
    route('cart/remove-patient', 'routes/api/cart.remove-patient.ts'),
    route('cart/remove-analysis', 'routes/api/cart.remove-analysis.ts'),
    route('cart/reset-cart', 'routes/api/cart.reset-cart.ts'),
    route('order/set-nurse-checkout-date', 'routes/api/order.set-nurse-checkout-date.ts'),
    route('order/set-call-details', 'routes/api/order.set-call-details.ts'),
    route('order/get-details', 'routes/api/order.get-details.ts'),
    route('order/set-feedback', 'routes/api/order.set-feedback.ts'),
    route('order/create', 'routes/api/order.create.ts'),
    route('*', 'routes/api/not-found.ts'),
  ]),

  route('*', 'routes/shell/not-found.tsx', { id: 'notFound' }),
] satisfies RouteConfig
