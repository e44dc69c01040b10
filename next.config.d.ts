declare const config: import('next').NextConfig
export default config
