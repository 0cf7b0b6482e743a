import { rmSync } from "node:fs";
import { testFilesDir } from "./platform.ts";

// before each test file: stored files are named after rows, and each test file has its own database
rmSync(testFilesDir, { recursive: true, force: true });
