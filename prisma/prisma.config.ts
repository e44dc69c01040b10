import { defineConfig } from 'prisma/config'

export default defineConfig({})
