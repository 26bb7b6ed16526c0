import type { Body } from './statements.ts'

const SPECIFICATION: Body = {
  prefix: 'SPEC',
  statements: 'docs/traceability/statements',
  table: 'docs/traceability/table.md',
  form: /^SPEC-(\d)-[A-Z0-9]+(?:-[A-Z0-9]+)*$/,
  head: `# Traceability

Each statement of the specification and the tests that prove it. Written by \`npm run traceability\` from the tags of
the tests; \`npm test\` fails on a statement without a proof, on an unknown id and on a proof that did not run. Slow proofs run in
\`npm run test:all\`, and none of them is a statement's only proof.
`,
  sections: {
    'SPEC-1-': '1. What the product does and for whom',
    'SPEC-2-': '2. Screens and routes',
    'SPEC-3-': '3. Entities and their fields',
    'SPEC-4-': '4. States and transitions',
    'SPEC-5-': '5. Validation rules',
    'SPEC-6-': '6. Roles and permissions',
    'SPEC-7-': '7. Calls',
    'SPEC-8-': '8. Error catalogue',
    'SPEC-9-': '9. Business constants and limits',
  },
}

const SECURITY: Body = {
  prefix: 'ASVS',
  statements: 'docs/security/asvs',
  table: 'docs/security/asvs.md',
  form: /^ASVS-\d{1,2}\.\d{1,2}\.\d{1,2}$/,
  head: `# OWASP ASVS 5.0.0, levels 1 and 2

Each requirement with the test that proves it, the document that it asks for, the reason why it does not apply, or what is **open**. Written by
\`npm run traceability\` from the tags of the tests and from \`docs/security/asvs\`; \`npm test\` fails on a requirement with none of them, and on a proof that did
not run. Slow proofs run in \`npm run test:all\`, and none of them is a requirement's only proof. An open one that has tests holds in part. The requirements
are those of [OWASP ASVS 5.0.0](https://github.com/OWASP/ASVS) (CC BY-SA 4.0), unchanged but for "Verify that"; this table is under the same licence.
`,
  sections: {
    'ASVS-1.': 'V1 Encoding and sanitization',
    'ASVS-2.': 'V2 Validation and business logic',
    'ASVS-3.': 'V3 Web frontend security',
    'ASVS-4.': 'V4 API and web service',
    'ASVS-5.': 'V5 File handling',
    'ASVS-6.': 'V6 Authentication',
    'ASVS-7.': 'V7 Session management',
    'ASVS-8.': 'V8 Authorization',
    'ASVS-9.': 'V9 Self-contained tokens',
    'ASVS-10.': 'V10 OAuth and OIDC',
    'ASVS-11.': 'V11 Cryptography',
    'ASVS-12.': 'V12 Secure communication',
    'ASVS-13.': 'V13 Configuration',
    'ASVS-14.': 'V14 Data protection',
    'ASVS-15.': 'V15 Secure coding and architecture',
    'ASVS-16.': 'V16 Security logging and error handling',
    'ASVS-17.': 'V17 WebRTC',
  },
}

/** The bodies of statements that tests prove by their tags. */
export const BODIES = [SPECIFICATION, SECURITY]
