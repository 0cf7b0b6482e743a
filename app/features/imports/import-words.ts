/** The words and addresses of the pages for one kind of CSV. */
export type ImportWords = {
  path: string;
  /** "store", "stores". */
  one: string;
  many: string;
  /** The list that the import fills. */
  list: { label: string; to: string };
  /** For files that change nothing existing: says what happens to a row instead. */
  addsOnly?: string;
  /** True if the page asks whether people whom the file names are added. */
  addsPeople?: boolean;
};

type Place = Pick<ImportWords, "path">;
/** The page of one file. */
export const importPath = ({ path }: Place, ref: string) => `${path}/${ref}`;
export const refusedPath = (file: string) => `${file}/refused`;
export const templatePath = ({ path }: Place) => `${path}/template`;
