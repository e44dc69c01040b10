/**
 * Plain JavaScript, because `next.config.js` reads it too. No remote images, scripts, fonts or connections,
 * so model output cannot exfiltrate anything.
 */
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

/** Of an image that a person attached: it may load and run nothing. */
export const IMAGE_POLICY = "default-src 'none'; sandbox"

/** The headers of every response. `nonce` null = no script; `dev` = `next dev`, which needs more. */
export const securityHeaders = (nonce, dev) => [
  ['content-security-policy', policy(nonce, dev)],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
]
