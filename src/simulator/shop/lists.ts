import type { Brand, Category, VariantAttribute } from '#contract/vendor/catalog.ts'

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

function attributeName(names: string) {
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
      ...attributeName(own),
      values_count: values.length,
      values: values.map((names, place) => ({ id: (index + 1) * 100 + place + 1, ...attributeName(names) })),
    }
  })

/** Invented brands, English | Arabic. */
const names = `
Tigris Meadow | مرج دجلة; White Ewe | النعجة البيضاء; Hamrin Fields | حقول حمرين; Umm Zaki | أم زكي
Morning Churn | خضّة الصباح; Bent Al Rif | بنت الريف; Sawa Dairy | ألبان ساوة; Cool Jar | الجرة الباردة
Qaymariya | القيمرية; Three Cows | البقرات الثلاث; Sitti | ستي; Garmiyan Farm | مزرعة كرميان
Dukan Hills | تلال دوكان; Al Hawsh | الحوش; Early Hen | الدجاجة المبكرة; Brick Oven House | بيت الفرن الحجري
Clay Lane | دربونة الطين; Sheaf & Swallow | سنبلة وسنونو; Furn Abu Salam | فرن أبو سلام; Wheat & Stone | قمح ورحى
Crumb Corner | ركن الفتات; Eid Hall | بيت العيد; Sitt Nahida | الست ناهدة; Rolling Pin | الشوبك
Warm Basket | السلة الدافئة; Karkh Kitchen | مطبخ الكرخ; Rusafa Grill | شواء الرصافة; Qasab Al Hayy | قصاب الحي
Cedar Yard | حوش السدر; Badia Meat | لحوم بادية الجنوب; Silver Scale | القشرة الفضية; Shatt Catch | صيد الشط
Marsh Net | شبكة الهور; Faw Fisher | صياد الفاو; Two Drakes | ديكان; Anbar Grain | حنطة الأنبار
Mishkhab Pearl | لؤلؤة المشخاب; Marsh Heron | بلشون الهور; Paddy Gate | باب الشلب; Long Stalk | السنبلة الطويلة
Yellow Mill | الطاحونة الصفراء; Rahat Hajar | رحى الحجر; Nonno Dino | نونو دينو; Fine Thread | الخيط الرفيع
Scoop Lane | سوق المكيال; Seven Sacks | سبعة أكياس; Hab w Baraka | حب وبركة; Crystal Dome | القبة البيضاء
Kandi White | القند الأبيض; Drop of Sun | قطرة شمس; Abu Zahra | أبو زهرة; Olive Terrace | مدرجات الزيتون
Bashiqa Press | معصرة بعشيقة; Green Amphora | الجرة الخضراء; Tin Garden | بستان المعلبات; Pea & Pod | حبة وقرن
Blue Trawler | المركب الأزرق; Attar Street | شارع العطارين; Bahar Shorja | بهار الشورجة; Seven Spice Khan | خان البهارات السبع
Red Mortar | الهاون الأحمر; Coarse Grain | الحبة الخشنة; White Caravan | القافلة البيضاء; Red Wharf | المرسى الأحمر
Ripe Red | الأحمر الناضج; Dip & Dollop | غمسة ولمسة; City Gate Larder | مؤونة باب المدينة; Pickle Jar Lady | سيدة الطرشي
Old Press | المعصرة العتيقة; Mosul Mill | مطحنة الموصل; Sesame Door | باب السمسم; Ladle & Pot | جفجير وقدر
Bee Terrace | شرفة النحل; High Comb | الشهد العالي; Wild Thyme Honey | عسل الزعتر البري; Blue Windows | الشبابيك الزرقاء
Apricot Court | حوش المشمش; Nutty Spoon | ملعقة العصر; Crunch Bowl | صحن القرمشة; Grain Harbour | ميناء الحبوب
Sunny Flake | رقائق شموسة; Maple Minaret | منارة القيقب; Qirmish | قرمش; Batata Bash | بطاطا باش
Crackle Bag | كيس الطقطقة; Chili Drum | طبل الفلفل; Hab Al Layl | حب الليل; Roasted Corner | محمصة الزاوية
Green Khan | الخان الأخضر; Shell & Kernel | قشر ولب; Tea Dunk | غمسة; Biscuit Brigade | كتيبة البسكويت
Layloua | ليلوة; Cocoa Caravan | قافلة الكاكاو; Velvet Bean | الحبة المخملية; Dark Souq | السوق الداكن
Candy Tram | ترام الحلوى; Gummy Garden | حديقة الجلي; Cloud Peak | قمة الغيم; Copper Tray | الصينية النحاس
Zlabia Nights | ليالي الزلابية; Pop Minar | بوب منار; Fig & Thread | تين وخيط; Nahar | نهار
Sweet Azmar | حلاوة أزمر; Snow Spring | نبع الثلج; Zagros Drop | قطرة زاكروس; Stone Jug | الحِب البارد
Clear Karez | كهريز صافي; Fizz Canal | فوار القناة; Squeeze Street | شارع العصير; Grove & Glass | بستان وكوب
Sunday Orchard | بستان الأحد; Rumman House | بيت الرمان; Kahramana | كهرمانة; Zaza | زازا
Bubble Boat | قارب الفقاعات; Volt Falcon | صقر الفولت; Sprint Salt | ملح العدّاء; Qamariya | قمرية
Al Attiq | العتيق; Barley Ring | حلقة الشعير; Istikan | استكان; Chai Khana 12 | جايخانة 12
Samawar | سماور البيت; Ceylon Caravan | قافلة سيلان; Leaf & Ember | ورقة وجمرة; Mint Alley | زقاق النعناع
Dar Garden | حديقة الدار; Dallah Road | درب الدلة; Qahwat Al Rabwa | قهوة الربوة; Cardamom Hour | ساعة الهيل
Bean Minaret | منارة البن; Mocha Steps | درجات موكا; Slow Roast Lab | محمصة على مهل; Swift Cup | الفنجان السريع
Port Spice | عطارة الميناء; Cloudy Cup | كوب الغيم; Polar Palm | نخلة القطب; Ice Bulbul | بلبل الثلج
Zuqaq | زقاق; Frost Pantry | مؤونة الصقيع; Winter Field | حقل الشتاء; Fry Yard | ساحة القلي
Round Club | نادي الذوّاقة; Sambusa Sisters | سمبوسك الأخوات; Dough Studio | ورشة العجين; Crust & Co | كرست وشركاه
Bright Basin | الطشت اللامع; Nadhafa Plus | نظافة بلس; Foam Hill | تل الرغوة; Washday | يوم الغسيل
Soft Linen | الكتان الناعم; Shirshaf | شرشف; Plate Shine | لمعة صحن; Lemon Sink | حوض الليمون
Floor Mirror | مرآة الأرض; White Gale | العاصفة البيضاء; Bayt Plus | بيت بلس; Strong Bag | الكيس المتين
Room Garden | حديقة الغرفة; Bukhoor Lane | زقاق البخور; Mosquito Off Duty | استراحة البعوض; Sponge & Sons | إسفنج وأولاده
Green Cauldron | القدر الأخضر; Aleppo Bar Co | لوح الغار; Rose Hammam | حمام الورد; Silk Loofah | ليفة الحرير
Hair Poem | قصيدة الشعر; Sidr & Henna | سدر وحناء; Argan Window | نافذة الأركان; Minty Smile | ابتسامة نعناع
Miswak Line | خط المسواك; Dry Breeze | نسمة جافة; Calm Skin | بشرة هادئة; Almond Balm | بلسم اللوز
Sharp Uncle | العم حاد; Velvet Day | قطيفة; Paper Dove | حمامة الورق; Three Plies | ثلاث طبقات
Lily Day | يوم الزنبق; Oud Stairs | درج العود; Amber Night Souq | سوق ليل العنبر; Tiny Camel | الجمل الصغير
Dalloula | دلوعة; Moon Cradle | مهد القمر; Snug Duckling | البطة الدافئة; First Spoon | الملعقة الأولى
Baby Nakhla | نخلة صغيرة; Bubble Bath Bear | دب الفقاعات; Toy Wagon | عربة الألعاب; Shiny Roll | اللفة اللامعة
Picnic Table | طاولة السفرة; Safrat Al Yawm | سفرة اليوم; Glass Lantern | فانوس الزجاج; Copper Street | سوق الصفافير
Iron Lid | الغطاء الحديد; Keep & Close | احفظ وأغلق; Nur Watt | نور واط; Bright Bulb Bros | إخوان المصباح
Long Volt | الفولت الطويل; Cable Knot | عقدة السلك; Ember Sack | كيس الجمر; Blue Notebook | الدفتر الأزرق
Ink Well | المحبرة; Nasim Mobile | نسيم موبايل; Hadhra Tel | حضرة تل; Lamp Post Fibre | فايبر عمود النور
Pixel Falcon | صقر البكسل; Quest Coins | عملات المغامرة; Arena Nine | الساحة التاسعة; Tuhfa Box | صندوق تحفة
Red Ribbon | الشريط الأحمر; Sitara Screen | شاشة ستارة; Film Majlis | مجلس الأفلام; Orchard Row | صف البستان
Palm Court | حوش النخيل; Barhi Grove | بستان البرحي; Leaf Market | سوق الورق; Root Cellar | سرداب الجذور
Chef Tariq | الشيف طارق; Hot Clay | الطين الحار; Bibi Zahra | بيبي زهرة; Little Khan | الخان الصغير
Daily Basket | سلة كل يوم; Corner Choice | خيار الركن; River Lamp | سراج النهر; Blue Tile | القاشان الأزرق
Turquoise Gate | البوابة الفيروزية; Stork Tower | برج اللقلق; Old Bridge Goods | بضائع الجسر العتيق; Ziggurat Foods | أغذية زقورة الجنوب
Cypress & Son | السرو وولده; Maison Lilas | ميزون ليلا; La Petite Tour | البرج الصغير; Atelier Safran | أتيليه الزعفران
`

/** The brands of the service, more than the shop sells. */
export const brands: readonly Brand[] = names
  .trim()
  .split(/; |\n/)
  .map((each, index) => {
    const [en = '', ar = ''] = each.split(' | ')
    return { id: 2001 + index, name: { ar, en } }
  })

/** Each row is a department and its subcategories, English | Arabic. */
const departments = `
Fruit & vegetables | الفواكه والخضار: Fresh fruit | فواكه طازجة; Citrus | حمضيات; Tropical fruit | فواكه استوائية; Fresh vegetables | خضار طازجة; Herbs & leaves | أعشاب وورقيات; Potatoes, onions & garlic | بطاطا وبصل وثوم; Dates | تمور; Mushrooms | فطر; Cut & ready | مقطعة وجاهزة
Dairy & eggs | الألبان والبيض: Milk | حليب; Flavoured milk | حليب منكّه; Yoghurt & laban | لبن وعيران; Labneh & cream | لبنة وقيمر; White cheese | أجبان بيضاء; Sliced & spread cheese | أجبان شرائح وقابلة للدهن; Butter & ghee | زبدة ودهن; Eggs | بيض; Desserts & puddings | حلويات مبردة
Bakery | المخبز: Flat bread | خبز وصمون; Sliced bread | خبز توست; Rolls & buns | خبز برغر وسندويش; Pastries | معجنات; Cakes | كيك; Rusks & breadsticks | بقصم وأعواد خبز; Kleicha & maamoul | كليجة ومعمول; Gluten-free bakery | مخبوزات خالية من الغلوتين
Meat, poultry & fish | اللحوم والدواجن والأسماك: Lamb | لحم غنم; Beef | لحم بقر; Minced meat | لحم مفروم; Chicken | دجاج; Turkey | ديك رومي; Fresh fish | أسماك طازجة; Seafood | مأكولات بحرية; Sausages & cold cuts | نقانق ومرتديلا; Marinated & ready to grill | متبلة وجاهزة للشواء
Pantry | المواد الغذائية: Rice | رز; Bulgur & grains | برغل وحبوب; Pasta & noodles | معكرونة ونودلز; Beans & lentils | بقوليات; Flour & baking | طحين ومستلزمات الخبز; Sugar & sweeteners | سكر ومحليات; Cooking oil | زيوت الطبخ; Olive oil | زيت الزيتون; Tinned vegetables | خضار معلبة; Tinned fish & meat | أسماك ولحوم معلبة
Spices & sauces | البهارات والصلصات: Spices | بهارات; Salt & pepper | ملح وفلفل; Tomato paste | معجون طماطم; Ketchup & mayonnaise | كاتشب ومايونيز; Pickles & olives | مخللات وزيتون; Vinegar & molasses | خل ودبس; Tahini & halva | راشي وحلاوة; Stock & soup | مرق وشوربة
Breakfast | الفطور: Honey | عسل; Jam | مربى; Chocolate & nut spreads | كريمة الشوكولاتة والمكسرات; Cereal | حبوب الفطور; Oats | شوفان; Pancakes & syrups | بان كيك وشراب محلى; Geymar & breakfast sets | قيمر ووجبات فطور
Snacks & sweets | التسالي والحلويات: Crisps | شيبس; Nuts & seeds | مكسرات وبذور; Biscuits | بسكويت; Chocolate | شوكولاتة; Candy & gum | سكاكر وعلكة; Oriental sweets | حلويات شرقية; Popcorn | فشار; Dried fruit | فواكه مجففة; Snack bars | ألواح خفيفة
Drinks | المشروبات: Water | ماء; Sparkling water | ماء غازي; Juice | عصائر; Soft drinks | مشروبات غازية; Energy & sports drinks | مشروبات الطاقة والرياضة; Iced tea & coffee | شاي وقهوة مثلجة; Squash & cordials | شراب مركز; Malt drinks | شراب الشعير
Tea & coffee | الشاي والقهوة: Black tea | شاي أسود; Green & herbal tea | شاي أخضر وأعشاب; Ground coffee | قهوة مطحونة; Coffee beans | حبوب قهوة; Instant coffee | قهوة سريعة التحضير; Hot chocolate | شوكولاتة ساخنة; Dried lime & infusions | نومي بصرة ومنقوعات; Creamers | مبيض القهوة
Frozen | المجمدات: Ice cream | آيس كريم; Frozen vegetables | خضار مجمدة; Chips & potato | بطاطا مجمدة; Frozen chicken | دجاج مجمد; Frozen fish | أسماك مجمدة; Pizza & dough | بيتزا وعجائن; Kubba & samosas | كبة وسمبوسك; Ice | ثلج
Cleaning & laundry | التنظيف والغسيل: Laundry detergent | مساحيق غسيل; Fabric softener | منعم الأقمشة; Dishwashing | غسيل الصحون; Floor & surface cleaners | منظفات الأرضيات والأسطح; Bleach & disinfectants | قاصر ومعقمات; Bin bags | أكياس نفايات; Air fresheners | معطرات الجو; Insect control | مبيدات الحشرات; Sponges & cloths | إسفنج ومماسح
Personal care | العناية الشخصية: Soap & shower | صابون وسائل استحمام; Shampoo | شامبو; Oral care | العناية بالفم; Deodorant | مزيل العرق; Skin care | العناية بالبشرة; Shaving | الحلاقة; Tissues & paper | مناديل وورقيات; Feminine care | العناية النسائية; Perfume & bukhoor | عطور وبخور
Baby | الأطفال: Nappies | حفاضات; Baby wipes | مناديل الأطفال; Infant milk | حليب الرضع; Baby food | أغذية الأطفال; Baby bath | استحمام الأطفال; Bottles & soothers | رضاعات ولهايات; Toys | ألعاب
Home & kitchen | المنزل والمطبخ: Foil & wrap | ألمنيوم ونايلون; Disposable tableware | أدوات مائدة للاستعمال مرة واحدة; Glasses & cups | أكواب واستكانات; Pots & pans | قدور ومقالي; Food storage | حفظ الطعام; Light bulbs | مصابيح; Batteries & cables | بطاريات وأسلاك; Charcoal & lighters | فحم وولاعات; Stationery | قرطاسية
Digital | المنتجات الرقمية: Phone top-ups | تعبئة رصيد الهاتف; Internet packages | باقات الإنترنت; Game credit | رصيد الألعاب; Gift cards | بطاقات هدايا; Streaming | اشتراكات المشاهدة; Software | برامج; Electricity & bills | الكهرباء والفواتير
`

function named(names: string) {
  const [en = '', ar = ''] = names.split(' | ')
  return { ar, en }
}

// A real list has the order of entry: every other department was added after its subcategories.
const rows = departments
  .trim()
  .split('\n')
  .flatMap((line, index): Category[] => {
    const [own = '', subcategories = ''] = line.split(': ')
    const department = { id: (index + 1) * 100, name: named(own) }
    const children = subcategories.split('; ').map((each, place): Category => ({
      id: department.id + place + 1,
      name: named(each),
      parent: department,
    }))
    return index % 2 === 0 ? [department, ...children] : [...children, department]
  })

// Its department was deleted.
const orphan: Category = {
  id: 9901,
  name: { ar: 'عروض رمضان', en: 'Ramadan offers' },
  parent: { id: 9900, name: { ar: 'المواسم', en: 'Seasonal' } },
}

/** The shop's categories in two levels: some before their parent, one without it. */
export const categories: readonly Category[] = [...rows, orphan]
