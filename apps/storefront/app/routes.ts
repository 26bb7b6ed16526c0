import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { API_PATH, CALLS, type CallArea, type PathKey, patternOf } from './platform/navigation/navigation.ts'

/** A route at the path that the navigation gives its key; the key is the route's id. */
function at(key: PathKey, file: string) {
  return route(patternOf(key).slice(1), file, { id: key })
}

/** The calls of one area of the local API, all answered by one module. */
function calls(area: CallArea, file: string) {
  return CALLS[area].map((name) => {
    const pattern = `${API_PATH.slice(1)}${area}/${name}`
    return route(pattern, file, { id: pattern })
  })
}

// Every address of the shop and its module. `backPathKey` takes the keys.
export default [
  layout('shell/routes/pages.ts', { id: 'pages' }, [
    index('catalogue/routes/home.tsx', { id: 'home' }),
    at('_app', 'shell/routes/app.ts'),

    // Account
    at('login', 'account/routes/login.tsx'),
    at('secondStep', 'account/routes/second-step.tsx'),
    at('register', 'account/routes/register.tsx'),
    at('resetPassword', 'account/routes/reset-password.tsx'),
    at('confirmEmail', 'checkout/routes/confirm-email.tsx'),
    at('settings', 'account/routes/settings.tsx'),
    at('dataViews', 'account/routes/data-views.tsx'),
    at('dataRequests', 'account/routes/data-requests.tsx'),
    at('security', 'account/routes/security.tsx'),
    at('passkeyOptions', 'account/routes/passkey-options.ts'),
    at('proveOwner', 'account/routes/prove-owner.tsx'),
    at('undoEmailChange', 'account/routes/undo-email-change.tsx'),
    at('myData', 'account/routes/my-data.ts'),
    at('acceptDocuments', 'account/routes/accept-documents.tsx'),

    // Patients
    at('patientsList', 'patients/routes/patients-list.tsx'),
    at('createPatient', 'patients/routes/create-patient.tsx'),
    at('editPatient', 'patients/routes/edit-patient.tsx'),

    // Catalogue
    at('search', 'catalogue/routes/search.tsx'),
    at('searchSuggestions', 'catalogue/routes/search-suggestions.ts'),
    at('analysisInSearch', 'catalogue/routes/analysis-in-search.tsx'),
    at('profiles', 'catalogue/routes/profiles.tsx'),
    at('profileCard', 'catalogue/routes/profile-card.tsx'),
    at('categories', 'catalogue/routes/categories.tsx'),
    at('article', 'catalogue/routes/article.tsx'),

    // Cart and order
    at('addToCart', 'cart/routes/add-to-cart.tsx'),
    at('cart', 'cart/routes/cart.tsx'),
    at('dateOrCall', 'checkout/routes/date-or-call.tsx'),
    at('callDetails', 'checkout/routes/call-details.tsx'),
    at('nurseCheckoutDate', 'checkout/routes/nurse-checkout-date.tsx'),
    at('orderFeedback', 'checkout/routes/order-feedback.tsx'),
    at('confirmEmailInOrder', 'checkout/routes/confirm-email-in-order.tsx'),
    at('dataConfirmed', 'checkout/routes/data-confirmed.tsx'),
    at('orderSubmitted', 'orders/routes/order-submitted.tsx'),
    at('orders', 'orders/routes/orders.tsx'),
    at('order', 'orders/routes/order.tsx'),
    at('orderVisit', 'orders/routes/visit.tsx'),
    at('orderReceipt', 'orders/routes/receipt.ts'),
    at('orderCalendar', 'orders/routes/calendar.ts'),

    // Results
    at('testResults', 'results/routes/test-results.tsx'),
    at('testResultPatientsList', 'results/routes/result-patients-list.tsx'),
    at('testResultPatientAnalyzesList', 'results/routes/patient-analyzes-list.tsx'),
    at('testResultReport', 'results/routes/report.ts'),
    at('testResultShare', 'results/routes/share.tsx'),
    at('testResultPatientAnalysisResult', 'results/routes/analysis-result.tsx'),
    // For anyone with a link or a printed report, without an account
    at('sharedResult', 'results/routes/shared-result.tsx'),
    at('verifyReport', 'results/routes/verify-report.tsx'),

    // Branches
    at('laboratories', 'laboratories/routes/laboratories.tsx'),
    at('branch', 'laboratories/routes/branch.tsx'),

    // Documents and support
    at('documents', 'documents/routes/documents.tsx'),
    at('document', 'documents/routes/document.tsx'),
    at('support', 'documents/routes/support.tsx'),
    at('supportAnswer', 'documents/routes/support-answer.tsx'),

    // Actions of the shell: forms of the top bar, the laboratory modal and the cookie banner
    at('laboratory', 'shell/routes/laboratory.tsx'),
    at('locale', 'shell/routes/locale.ts'),
    at('cookieConsent', 'shell/routes/cookie-consent.ts'),
    at('logout', 'shell/routes/logout.tsx'),

    // For search engines
    route('sitemap.xml', 'shell/routes/sitemap.ts', { id: 'sitemap' }),
    route('robots.txt', 'shell/routes/robots.ts', { id: 'robots' }),

    route('*', 'shell/routes/not-found.tsx', { id: 'notFound' }),
  ]),

  at('live', 'shell/routes/live.ts'),

  // The local API
  ...calls('cart', 'cart/routes/api.ts'),
  ...calls('order', 'checkout/routes/api.ts'),
  ...calls('search', 'catalogue/routes/api.ts'),
  // A path that is not a call is answered with a problem, not with a page.
  route('api/*', 'cart/routes/api.ts', { id: 'api/*' }),
] satisfies RouteConfig
