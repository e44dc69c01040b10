/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ['better-sqlite3', 'pg', '@prisma/client', '@prisma/adapter-pg', '@prisma/adapter-better-sqlite3', 'pino', 'gpt-tokenizer'],
  typescript: { ignoreBuildErrors: true }, // checked by `npm test` with tsc, once
  devIndicators: false,
  output: process.env.MNEME_STANDALONE ? 'standalone' : undefined,
  experimental: {
    // Bodies behind proxy.ts are cut silently beyond this: as large as an import may be. Every route that takes a body has its own limit and verifies Content-Length.
    proxyClientMaxBodySize: '100mb',
    serverActions: { bodySizeLimit: '1mb' },
  },
}

export default config
