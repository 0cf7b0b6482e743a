declare module "s3rver" {
  import type { AddressInfo } from "node:net";

  /** A real HTTP server that answers like S3 and checks signatures (S3RVER, S3RVER). */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets?: { name: string; configs: string[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
