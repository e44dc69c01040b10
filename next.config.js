/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ['better-sqlite3', 'pg', '@prisma/client', '@prisma/adapter-pg', '@prisma/adapter-better-sqlite3', 'pino', 'gpt-tokenizer'],
  typescript: { ignoreBuildErrors: true }, // checked by `npm test` with tsc, once
  devIndicators: false,
  output: process.env.MNEME_STANDALONE ? 'standalone' : undefined,
  experimental: {
    // Bodies behind proxy.ts are cut silently beyond this; the upload route verifies Content-Length.
    proxyClientMaxBodySize: '25mb',
    serverActions: { bodySizeLimit: '1mb' },
  },
}

export default config
