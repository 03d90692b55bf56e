import type { VariantAttribute } from '#contract/vendor/catalog.ts'

/** Each row is an attribute and its values, English | Arabic | French. One without values is free text. */
const table = `
Colour | اللون | Couleur : Red | أحمر | Rouge; Blue | أزرق | Bleu; Green | أخضر | Vert; White | أبيض | Blanc; Black | أسود | Noir; Yellow | أصفر | Jaune; Pink | وردي | Rose
Size | الحجم | Taille : Small | صغير | Petit; Medium | متوسط | Moyen; Large | كبير | Grand; Extra large | كبير جداً | Très grand
Flavour | النكهة | Goût : Vanilla | فانيلا | Vanille; Chocolate | شوكولاتة | Chocolat; Strawberry | فراولة | Fraise; Banana | موز | Banane; Mango | مانغو | Mangue; Orange | برتقال | Orange; Apple | تفاح | Pomme; Pomegranate | رمان | Grenade; Peach | خوخ | Pêche; Lemon | ليمون | Citron; Mint | نعناع | Menthe; Pistachio | فستق | Pistache; Salted | مملح | Salé; Cheese | جبن | Fromage; Chilli | فلفل حار | Piment
Weight | الوزن | Poids : 100 g | 100 غم | 100 g; 200 g | 200 غم | 200 g; 250 g | 250 غم | 250 g; 400 g | 400 غم | 400 g; 500 g | 500 غم | 500 g; 1 kg | 1 كغم | 1 kg; 2 kg | 2 كغم | 2 kg; 5 kg | 5 كغم | 5 kg; 10 kg | 10 كغم | 10 kg
Volume | السعة | Volume : 250 ml | 250 مل | 250 ml; 330 ml | 330 مل | 330 ml; 500 ml | 500 مل | 500 ml; 750 ml | 750 مل | 750 ml; 1 L | 1 لتر | 1 L; 1.5 L | 1.5 لتر | 1,5 L; 2 L | 2 لتر | 2 L; 5 L | 5 لتر | 5 L
Pack size | عدد العبوة | Lot : Single | مفرد | À l’unité; Pack of 6 | عبوة من 6 | Lot de 6; Pack of 12 | عبوة من 12 | Lot de 12; Pack of 24 | عبوة من 24 | Lot de 24
Material | الخامة | Matière : Cotton | قطن | Coton; Glass | زجاج | Verre; Paper | ورق | Papier; Plastic | بلاستيك | Plastique; Stainless steel | ستيل | Acier inoxydable; Aluminium | ألمنيوم | Aluminium
Roast | التحميص | Torréfaction : Light roast | تحميص فاتح | Torréfaction claire; Medium roast | تحميص متوسط | Torréfaction moyenne; Dark roast | تحميص داكن | Torréfaction foncée
Fat content | نسبة الدسم | Matière grasse : Full fat | كامل الدسم | Entier; Low fat | قليل الدسم | Demi-écrémé; Fat free | خالي الدسم | Écrémé
Scent | العطر | Parfum : Rose | ورد | Rose; Lavender | لافندر | Lavande; Jasmine | ياسمين | Jasmin; Oud | عود | Oud; Laurel | غار | Laurier; Unscented | بدون عطر | Sans parfum
Grind | الطحن | Mouture : Whole bean | حبوب كاملة | En grains; Coarse | خشن | Grossière; Fine | ناعم | Fine
Storage | الحفظ | Conservation : Chilled | مبرد | Au frais; Frozen | مجمد | Surgelé; Dry place | مكان جاف | Au sec
Diet | النظام الغذائي | Régime : Vegan | نباتي | Végan; Gluten free | خالٍ من الغلوتين | Sans gluten; Sugar free | خالٍ من السكر | Sans sucre; Organic | عضوي | Bio
Cut | التقطيع | Découpe : Whole | كامل | Entier; Cubes | مكعبات | En cubes; Minced | مفروم | Haché; Fillet | فيليه | En filet
Nappy size | مقاس الحفاض | Taille de couche : Size 2 | مقاس 2 | Taille 2; Size 3 | مقاس 3 | Taille 3; Size 4 | مقاس 4 | Taille 4
Hair type | نوع الشعر | Type de cheveux : Dry hair | شعر جاف | Cheveux secs; Normal hair | شعر عادي | Cheveux normaux; Oily hair | شعر دهني | Cheveux gras
Heat | درجة الحرارة | Force : Mild | خفيف | Doux; Hot | حار | Fort; Very hot | حار جداً | Très fort
Country of origin | بلد المنشأ | Pays d’origine :
Best before | يفضل استهلاكه قبل | À consommer avant :
Gift message | رسالة الهدية | Message cadeau :
`

/** The key of an English name: 'Extra large' is `extra-large`, '1.5 L' is `1-5-l`. */
export const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

function named(names: string) {
  const [en = '', ar = '', fr = ''] = names.split(' | ')
  return { localized_name: en, name: { en, ar, fr }, key: slug(en) }
}

/** The attributes of variants, with their values. */
export const attributes: readonly VariantAttribute[] = table
  .trim()
  .split('\n')
  .map((line, index) => {
    const [own = '', text = ''] = line.split(/ :(?: |$)/)
    const values = text === '' ? [] : text.split('; ')
    return {
      id: index + 1,
      ...named(own),
      values_count: values.length,
      values: values.map((names, place) => ({ id: (index + 1) * 100 + place + 1, ...named(names) })),
    }
  })
