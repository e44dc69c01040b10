/** Plain JavaScript, so that `next.config.js` can read it too. No remote image, script, font or connection: a model cannot exfiltrate through what it writes. */
function policy(nonce, dev) {
  const script = nonce ? `'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}` : "'none'"
  return [
    "default-src 'self'",
    `script-src ${script}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Name and value of the headers that every response carries. `nonce` null = it holds no script; `dev` = served by `next dev`, which needs more. */
export const securityHeaders = (nonce, dev) => [
  ['content-security-policy', policy(nonce, dev)],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
]
